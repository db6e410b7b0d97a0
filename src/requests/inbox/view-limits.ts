export const mostViews = 50;
export const maxViewNameCharacters = 60;
