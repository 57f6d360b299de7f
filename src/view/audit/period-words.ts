/** A span of time as the person asked for it: `in the last 12 hours`, `since 2026-11-01`. Pure. */
export function periodWords(since: string | undefined, until: string | undefined): string {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)([mhdw])$/i.exec(since?.trim() ?? '7d') ?? [];
  const name = units[unit?.toLowerCase() as keyof typeof units] ?? ''; // a text without such a unit needs no name
  const isOne = amount === '1';
  if (until !== undefined) return `from ${amount === undefined ? since : `${amount} ${name}${isOne ? '' : 's'} ago`} until ${until}`;
  if (amount === undefined) return `since ${since}`;
  return isOne ? `in the last ${name}` : `in the last ${amount} ${name}s`;
}

const units = { m: 'minute', h: 'hour', d: 'day', w: 'week' } as const;
