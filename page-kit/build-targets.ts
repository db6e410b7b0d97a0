/** The oldest browsers that the scripts and styles of the pages are built for. `docs/page.md` lists them. */
export const buildTargets = ['chrome111', 'edge111', 'firefox115', 'ios16.4', 'safari16.4'];
