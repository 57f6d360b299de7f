/**
 * How programs and people name a copy that they leave beside the original: `.netrc~`, `.npmrc.bak.1`, `.ssh copy 2`, `.ssh (copy)`, `auth (1).json`,
 * `Copy of .netrc`. Works on folded names. Pure.
 */

/** What people, editors, package managers and compression add to the name. Words in parentheses may be in any language. */
const words = [
  'bak bk bkp back backup copy kopie copie copia old orig original prev previous saved? sav new disabled te?mp sw[nop] un',
  'dpkg-(?:bak|dist|new|old) ucf-(?:dist|new|old) rpm(?:new|orig|save) pac(?:new|orig|save) tar tgz gz bz2 xz zst zip 7z',
].flatMap((line) => line.split(' '));

/** One suffix of a copy's name. A text can be split into suffixes in only one way, so a series of them is matched without backtracking. */
const piece = String.raw`(?:[~#]|[._ -]*\([^()/]*\)|[._ -]+(?:(?:${words.join('|')})\d*|~?\d+(?:t\d+z?)?))`;
const before = String.raw`(?:\.?#|(?:copy|backup|bak|old|orig)(?:[ _-]of)?(?:[ _-]+|(?=\.)))(?=[^/])`;

const [atEnd, atStart] = [new RegExp(`${piece}+$`), new RegExp(`^${before}`)];
/** A quick first test: whether there can be such a suffix or prefix. */
const anywhere = new RegExp(String.raw`[~#(]|[._ -](?:${words.join('|')}|~?\d)|(?:^|/)${before}`);

/** Longer than any file system allows; names beyond this length are not examined. */
const maxName = 1_024;

/** The name of the original, however many suffixes were added; the name itself if it has none. */
export function originalName(name: string): string {
  if (name.length > maxName || !anywhere.test(name)) return name;
  const whole = withoutEnd(name.replace(atStart, ''));
  const [, stem = whole, extension = ''] = /^(.+)(\.[a-z\d]{1,10})$/s.exec(whole) ?? [];
  return `${withoutEnd(stem)}${extension}`;
}

function withoutEnd(name: string): string {
  const end = name.search(atEnd);
  return end > 0 ? name.slice(0, end) : name;
}

/** A path in which every copy's name is replaced by the name of its original. */
export const originalPath = (path: string): string => (anywhere.test(path) ? path.split('/').map(originalName).join('/') : path);
