/** What goes wrong in one run of the chaos test: a function of its seed. Pure. */

/** Which process a fault is about: the host that has the task at that moment, or the busiest worker. */
type Target = 'server' | 'host' | 'worker' | 'log';

/** Every fault, what it strikes, and the limits of its length in milliseconds. Hosts and workers are considered dead after a second of silence. */
export const faultKinds = {
  'server killed': { strikes: 'server', ms: [0, 800] },
  'host killed': { strikes: 'host', ms: [0, 1_500] },
  'worker killed': { strikes: 'worker', ms: [0, 1_500] },
  'acknowledgement lost': { strikes: 'log', ms: [20, 200] },
  'host frozen': { strikes: 'host', ms: [100, 2_500] },
  'worker frozen': { strikes: 'worker', ms: [300, 2_500] },
  'server frozen': { strikes: 'server', ms: [100, 1_500] },
  'store full': { strikes: 'log', ms: [200, 1_000] },
  'host cut off': { strikes: 'host', ms: [100, 2_500] },
  'worker cut off': { strikes: 'worker', ms: [300, 2_500] },
  'host slowed': { strikes: 'host', ms: [300, 1_500] },
  'worker slowed': { strikes: 'worker', ms: [300, 1_500] },
} as const satisfies Record<string, { readonly strikes: Target; readonly ms: readonly [number, number] }>;

export type FaultKind = keyof typeof faultKinds;
export const kinds = Object.keys(faultKinds) as readonly FaultKind[]; // the keys of the table

export type Fault = {
  readonly kind: FaultKind;
  /** The entry of the task after which it happens, and how much later. */
  readonly at: number;
  readonly afterMs: number;
  /** How long it lasts, or how long it takes until a killed process is started again. */
  readonly ms: number;
  /** The delay of each message on a link that is slowed. */
  readonly lagMs: number;
  /** Whether the data held back by a link that was cut arrives afterwards; otherwise its connections are lost. */
  readonly isLate: boolean;
};

export type Plan = {
  readonly seed: number;
  /** In the order of the entries at which they happen. */
  readonly faults: readonly Fault[];
  /** How far the clocks of hosts and workers are ahead of the server's, in milliseconds. */
  readonly hostSkews: readonly [number, number];
  readonly workerSkews: readonly [number, number, number];
  /** Whether messages arrive twice, the second time late and in another order. */
  readonly hasEchoes: boolean;
};

/** The smallest number of entries of a run without faults. */
export const places = 145;
/** Between these entries, bells are being rung: half of the faults that strike hosts happen then, since no bell may ring twice. */
export const ringing = [48, 58] as const;
const maxFaults = 3;
const maxSkewMs = 3_600_000;

/** With consecutive seeds, the first fault takes every kind in turn. */
export function planOf(seed: number): Plan {
  const random = randomFrom(seed);
  const between = (low: number, high: number) => Math.round(low + random() * (high - low));
  const faultOf = (kind: FaultKind): Fault => {
    const { strikes, ms } = faultKinds[kind];
    const [shortest, longest] = ms;
    const at = strikes === 'host' && random() < 0.5 ? between(...ringing) : between(1, places);
    return {
      ...{ kind, at, afterMs: between(0, 60), ms: between(shortest, longest) },
      ...{ lagMs: between(20, 300), isLate: random() < 0.5 },
    };
  };
  const anyKind = (): FaultKind => kinds[Math.floor(random() * kinds.length)] ?? 'server killed';
  const first = kinds[seed % kinds.length] ?? 'server killed';
  const others = Array.from({ length: between(0, maxFaults - 1) }, anyKind);
  const skew = () => (random() < 0.25 ? between(-maxSkewMs, maxSkewMs) : 0);
  return {
    seed,
    faults: [first, ...others].map(faultOf).toSorted((a, b) => a.at - b.at),
    hostSkews: [skew(), skew()],
    workerSkews: [skew(), skew(), skew()],
    hasEchoes: random() < 0.5,
  };
}

/** Numbers in [0, 1) that follow from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
