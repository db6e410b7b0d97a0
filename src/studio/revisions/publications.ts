/** True for a revision that an editor published, not a file. The newest of them is the published one. */
export const isPublication = "actor_kind <> 'file'";
