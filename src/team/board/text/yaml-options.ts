/** How the board is written as YAML, so that readers of YAML 1.1, such as Liza's tools, do not mistake a text for a date or a boolean. */
export const yamlOptions = { compat: 'yaml-1.1', uniqueKeys: true, strict: true } as const;

/** Lines are not broken, so that a value stays on the line of its key. */
export const layout = { lineWidth: 0 } as const;
