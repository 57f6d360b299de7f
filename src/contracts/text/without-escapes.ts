/** Text without escape sequences, which set colours, move the cursor or name windows. */
export const withoutEscapes = (text: string): string => text.replaceAll(sequences, '');

const [esc, bell, csi, stringEnd] = ['\\u001b', '\\u0007', '\\u009b', '\\u009c'];

/**
 * ECMA-48: control sequences; strings up to their end; other escapes of a single character. Incomplete sequences stay, to be made visible by other
 * code.
 */
const sequences = new RegExp(
  [
    `(?:${esc}\\[|${csi})[0-?]*[ -/]*[@-~]`,
    `${esc}[\\]PX^_][^${bell}${esc}${stringEnd}]*(?:${bell}|${esc}\\\\|${stringEnd})`,
    `${esc}[ -/]*[0-OQ-WYZ\\\\\`-~]`,
  ].join('|'),
  'g',
);
