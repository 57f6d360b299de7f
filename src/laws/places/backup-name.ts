/** How programs and people call a copy that they leave beside the original: `.netrc~`, `.npmrc.bak`, `.ssh-old`. By folded names. Pure. */

/** A pattern for what is added to the name. */
export const backupEnd = String.raw`(?:~|[._-](?:bak|backup|copy|dpkg-old|old|orig|rpmsave|saved?|swp|te?mp)\d*|\.\d+~?)`;

const ofBackup = new RegExp(`${backupEnd}$`);

/** The name of what it is a copy of; undefined for a name that does not say so. */
export const backedUpName = (name: string): string | undefined => (ofBackup.test(name) ? name.replace(ofBackup, '') : undefined);
