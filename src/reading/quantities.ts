/** Quantities as people write them: durations, ages, sizes, counts, money. Errors say what is expected. Pure. */

export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

const maxHours = 240;
const unitMs = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 } as const;

/** `90s`, `5m`, `1h30m`, in milliseconds. A number without a unit is refused. */
export function readDuration(raw: unknown): Read<number> {
  const example = 'a duration such as 90s, 5m or 1h30m';
  if (typeof raw === 'number') return wrong(`needs a unit: ${example}`);
  if (typeof raw !== 'string') return wrong(`must be ${example}`);
  const text = raw.replaceAll(/\s/g, '').toLowerCase();
  if (/^\d+(?:\.\d+)?$/.test(text)) return wrong(`needs a unit: ${example}`);
  const parts = /^(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m)?(?:(\d+(?:\.\d+)?)s)?(?:(\d+)ms)?$/.exec(text);
  if (!parts || text === '') return wrong(`must be ${example}`);
  const [, h = 0, m = 0, s = 0, ms = 0] = parts;
  const total = Math.round(Number(h) * unitMs.h + Number(m) * unitMs.m + Number(s) * unitMs.s + Number(ms));
  if (total <= 0) return wrong('must be more than zero');
  return total <= maxHours * unitMs.h ? { ok: true, value: total } : wrong(`must be at most ${maxHours}h`);
}

const day = 24 * unitMs.h;
const ageUnits = { d: day, w: 7 * day, y: 365 * day } as const;
const maxYears = 100;

/** `30d`, `12w`, `1y`, in milliseconds; `0d` means any age. */
export function readAge(raw: unknown): Read<number> {
  const parts = typeof raw === 'string' ? /^(\d+(?:\.\d+)?)\s*([dwy])$/i.exec(raw.trim()) : null;
  if (!parts) return wrong('must be an age such as 30d, 12w or 1y');
  const value = Number(parts[1]) * ageUnits[parts[2]?.toLowerCase() as keyof typeof ageUnits]; // the pattern allows no other unit
  return value <= maxYears * ageUnits.y ? { ok: true, value } : wrong(`must be at most ${maxYears}y`);
}

const sizeUnits = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12, kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30, tib: 2 ** 40 } as const;

/** `500MB`, `2GB`, `1.5 GiB`, in bytes. A number without a unit is refused: it would mean bytes, which is hardly ever intended. */
export function readSize(raw: unknown): Read<number> {
  const parts = typeof raw === 'string' ? /^(\d+(?:\.\d+)?)\s*([kmgt]?i?b)$/i.exec(raw.trim()) : null;
  const unit = parts?.[2]?.toLowerCase() ?? '';
  if (!parts || !Object.hasOwn(sizeUnits, unit)) return wrong('must be a size such as 500MB or 2GB');
  return { ok: true, value: Math.round(Number(parts[1]) * sizeUnits[unit as keyof typeof sizeUnits]) }; // the previous line proves that this is a key
}

const thousands = { '': 1, k: 1_000, m: 1_000_000 } as const;

/** `250000`, `250_000`, `250k`, `1.5M`: a whole number from `min` to `max`. */
export function readCount(raw: unknown, { min, max }: { readonly min: number; readonly max: number }): Read<number> {
  const parts = typeof raw === 'string' ? /^(\d[\d_,]*(?:\.\d+)?)([km]?)$/i.exec(raw.trim()) : null;
  const unit = parts?.[2]?.toLowerCase() as keyof typeof thousands | undefined; // the pattern allows no other suffix
  const value = parts ? Number(parts[1]?.replaceAll(/[_,]/g, '')) * thousands[unit ?? ''] : typeof raw === 'number' ? raw : Number.NaN;
  if (Number.isInteger(value) && value >= min && value <= max) return { ok: true, value };
  return wrong(`must be a whole number from ${shown(min)} to ${shown(max)}`);
}

const maxUsd = 1_000_000;

/** `2.5`, `$2.50`, `2.50 USD`: US dollars. */
export function readMoney(raw: unknown): Read<number> {
  const text = typeof raw === 'string' ? raw.trim().replace(/^(?:US)?\$\s*|\s*(?:USD|\$)$/i, '') : '';
  if (/^\d+,\d{1,2}$/.test(text)) return wrong(`has a comma; with a decimal point, it is ${text.replace(',', '.')}`);
  const value = typeof raw === 'number' ? raw : /^\d[\d_]*(?:\.\d+)?$/.test(text) ? Number(text.replaceAll('_', '')) : Number.NaN;
  if (value >= 0 && value <= maxUsd) return { ok: true, value };
  return wrong(`must be an amount in US dollars from 0 to ${shown(maxUsd)}, such as 2.50`);
}

/** A number within bounds, given as a number or as text. */
export function readNumber(raw: unknown, { min, max }: { readonly min: number; readonly max: number }): Read<number> {
  const value = typeof raw === 'number' ? raw : typeof raw === 'string' && /^\d+(?:\.\d+)?$/.test(raw.trim()) ? Number(raw) : Number.NaN;
  if (value >= min && value <= max) return { ok: true, value };
  return wrong(`must be a number from ${shown(min)} to ${shown(max)}`);
}

/** True or false, given as a boolean or as text. */
export function readSwitch(raw: unknown): Read<boolean> {
  if (raw === true || raw === 'true') return { ok: true, value: true };
  if (raw === false || raw === 'false') return { ok: true, value: false };
  return wrong('must be true or false');
}

const wrong = (error: string): { readonly ok: false; readonly error: string } => ({ ok: false, error });
const shown = (number: number): string => number.toLocaleString('en-US');
