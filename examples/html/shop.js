// The event bubbles: one listener serves every form of the page.
document.addEventListener('commission-sent', ({ detail }) => {
  const sentAt = new Date(detail.createdAt).toLocaleTimeString('en', { timeStyle: 'short' });
  document.querySelector('#thanks').textContent = `Thank you! We have had your request ${detail.id} since ${sentAt}.`;
});
