export default function configure(eleventy) {
  // The client has no dependencies: browsers load its modules as they are (src/_includes/page.njk has the import map).
  eleventy.addPassthroughCopy({ 'node_modules/@commission-submission-service/client/dist/*.js': 'client' });
  eleventy.addPassthroughCopy({ 'src/*.{js,css}': '/' });

  /** A text of the catalogue is a string, or one for each language. */
  eleventy.addFilter('english', (text) => (typeof text === 'string' ? text : text?.en));
  eleventy.addFilter('mebibytes', (bytes) => `${bytes / 1024 / 1024} MiB`);

  return { dir: { input: 'src', output: 'dist' } };
}
