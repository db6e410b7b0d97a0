/** The picture that browsers show beside the title of `/docs`. */
export const referenceIcon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Brush</title><rect width="32" height="32" rx="7" fill="#2b5c77"/><path d="M9 22l2-6L20 7l5 5-9 9-6 2zM18 9l5 5" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round"/></svg>\n';
