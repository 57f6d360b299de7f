/** Which settings of a repository name a program that git would run, and what overrides them. Pure. */

/** Options for every call, whatever is configured. */
export const alwaysOff: readonly string[] = [
  ...['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'core.pager=cat', 'core.sshCommand=false', 'core.askPass=false'],
  ...['commit.gpgSign=false', 'tag.gpgSign=false', 'merge.verifySignatures=false', 'log.showSignature=false', 'gpg.program=false'],
  ...['credential.helper=', 'protocol.allow=never', 'submodule.recurse=false', 'gc.auto=0', 'maintenance.auto=false'],
];

/** What git itself does if no merge driver is named. Git's own names for the three files are safe in a shell. */
const ownMerge = 'git merge-file --quiet -L ours -L base -L theirs %A %O %B || exit 1';

/**
 * Settings and their replacements: an empty filter passes everything through, and other programs become `false`, which fails if git calls it anyway.
 */
const overruled: readonly (readonly [RegExp, string])[] = [
  [/^filter\..*\.(?:clean|smudge|process)$/s, ''],
  [/^filter\..*\.required$/s, 'false'],
  [/^merge\..*\.driver$/s, ownMerge],
  [/^diff\.(?:external|.*\.(?:command|textconv))$/s, 'false'],
  [/^trailer\..*\.(?:command|cmd)$/s, 'false'],
  [/^hook\..*\.event$/s, ''],
  [/^hook\..*\.command$/s, 'true'],
  [/^hook\..*\.enabled$/s, 'false'],
  [/^gpg\..*(?:program|defaultkeycommand)$/s, 'false'],
  [/^credential\..*\.helper$/s, ''],
  [/^submodule\..*\.update$/s, 'none'],
  [/^remote\..*\.(?:uploadpack|receivepack)$/s, 'false'],
  [/^(?:core\.(?:editor|gitproxy|alternaterefscommand)|sequence\.editor|uploadpack\.packobjectshook|interactive\.difffilter)$/, 'false'],
];

/**
 * Settings that turn off whatever the settings with these names would make git run; passed as variables, because a name can contain any character.
 */
export function programsOff(names: readonly string[]): Readonly<Record<string, string>> {
  const off = [...new Set(names)].flatMap((name) => {
    const value = overruled.find(([pattern]) => pattern.test(name))?.[1];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(off.length)],
    ...off.flatMap(([name, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, name],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]),
  ]);
}
