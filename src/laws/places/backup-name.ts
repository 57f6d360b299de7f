/** How programs and people call a copy that they leave beside the original: `.netrc~`, `.npmrc.bak.1`, `.ssh copy 2`, `.pgpass.~1~`. By folded names. Pure. */

/** A pattern for one piece of what is added to the name. No text is several pieces in two ways, so that a row of them is read in one go. */
const piece = String.raw`(?:~|[._ -](?:(?:bak|backup|copy|dpkg-old|old|orig|rpmsave|saved?|swp|te?mp)\d*|~?\d+))`;

/** A pattern for all that is added, which may be nothing. */
export const backupEnd = `${piece}*`;

const ofBackup = new RegExp(`${piece}+$`);

/** The name of what it is a copy of, whatever was added how often; undefined for a name that does not say so. */
export const backedUpName = (name: string): string | undefined => (ofBackup.test(name) ? name.replace(ofBackup, '') : undefined);
