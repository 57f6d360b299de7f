/** Shows names that are not valid text. Pure. */

/** The name as it can be written in a shell: $'caf\\xe9'. */
export const asWritten = (name: Buffer): string =>
  `$'${name.toString('latin1').replace(/[^ -&(-[\]-~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)}'`;
