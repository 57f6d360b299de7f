/**
 * How programs and people call a copy that they leave beside the original: `.netrc~`, `.npmrc.bak.1`, `.ssh copy 2`, `.ssh (copy)`, `auth (1).json`,
 * `Copy of .netrc`. By folded names. Pure.
 */

/** What is added: by hand, by editors, by package managers, by packing. What stands in parentheses is in the language of the person. */
const words = [
  'bak bk bkp back backup copy kopie copie copia old orig original prev previous saved? sav new disabled te?mp sw[nop] un',
  'dpkg-(?:bak|dist|new|old) ucf-(?:dist|new|old) rpm(?:new|orig|save) pac(?:new|orig|save) tar tgz gz bz2 xz zst zip 7z',
].flatMap((line) => line.split(' '));

/** One piece of it. No text is several pieces in two ways, so that a row of them is read in one go. */
const piece = String.raw`(?:[~#]|[._ -]*\([^()/]*\)|[._ -]+(?:(?:${words.join('|')})\d*|~?\d+(?:t\d+z?)?))`;
const before = String.raw`(?:\.?#|(?:copy|backup|bak|old|orig)(?:[ _-]of)?(?:[ _-]+|(?=\.)))(?=[^/])`;

const [atEnd, atStart] = [new RegExp(`${piece}+$`), new RegExp(`^${before}`)];
/** A look ahead in one pass: whether there can be a piece at all. */
const anywhere = new RegExp(String.raw`[~#(]|[._ -](?:${words.join('|')}|~?\d)|(?:^|/)${before}`);

/** Beyond what any file system allows, so that no time is lost with it. */
const maxName = 1_024;

/** The name of what it is a copy of, whatever was added how often; the name itself where nothing was. */
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

/** A path with the original names of all that is named like a copy. */
export const originalPath = (path: string): string => (anywhere.test(path) ? path.split('/').map(originalName).join('/') : path);
