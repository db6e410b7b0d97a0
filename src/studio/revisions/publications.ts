/** True for a revision that somebody published, not a file. The newest of them is the published one. */
export const isPublication = "actor_kind <> 'file'";
