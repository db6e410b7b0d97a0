// The event bubbles: one listener serves every form of the page.
document.addEventListener('commission-sent', ({ detail }) => {
  const sentAt = new Date(detail.createdAt).toLocaleTimeString('en', { timeStyle: 'short' });
  const thanks = `Thank you! We have had your request ${detail.requestNumber} since ${sentAt}.`;
  document.querySelector('#thanks').textContent = thanks;
});
