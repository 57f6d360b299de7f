/**
 * Closes the descriptors that artoo itself was started with, and those that a library of it opens: a folder that is open leads out of all walls. Node keeps
 * only some of them to itself (up to the first number above 15 that is not open), and bubblewrap hands on whatever it gets.
 */

/** A line for bash, which closes all but these. Other shells know no number above 9. What cannot be listed ends it. */
export const closeInherited = (kept: readonly number[]): string =>
  [
    `for open in /proc/self/fd/*; do open=$\{open##*/}`,
    `case $open in *[!0-9]*) exit 1;; ${kept.join('|')}) ;; *) eval "exec $open>&-";; esac`,
    'done',
  ].join('; ');
