/** The scope of a task as text: people may write it as a sentence or as a list. Pure. */
export const scopeText = (scope: unknown): string => (typeof scope === 'string' ? scope : JSON.stringify(scope ?? ''));
