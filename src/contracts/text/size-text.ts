/** A number of bytes in short form: `340 B`, `12.4 kB`, `3.5 MB`. */
export function sizeText(bytes: number): string {
  const [unit = 'TB', divisor = 1e12] = units.find(([, each]) => bytes < each * 999.95) ?? [];
  return unit === 'B' ? `${bytes} B` : `${(bytes / divisor).toFixed(1)} ${unit}`;
}

const units = [
  ['B', 1],
  ['kB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
] as const;
