/**
 * Closes the descriptors with which artoo itself was started, and those that its libraries open: an open folder leads out of all walls. Node closes
 * only some of them on exec (up to the first number above 15 that is not open), and bubblewrap passes on all that it gets.
 */

/** A line for bash that closes all descriptors except these. Other shells cannot handle numbers above 9. Exits if descriptors cannot be listed. */
export const closeInherited = (kept: readonly number[]): string =>
  [
    `for open in /proc/self/fd/*; do open=$\{open##*/}`,
    `case $open in *[!0-9]*) exit 1;; ${kept.join('|')}) ;; *) eval "exec $open>&-";; esac`,
    'done',
  ].join('; ');
