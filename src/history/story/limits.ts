/** How many things of each kind a story holds. Real tasks stay far below the limits; whatever exceeds them is only counted. */

const limits = {
  rounds: 50,
  rejections: 500,
  subtasks: 500,
  calls: 3_000,
  questions: 500,
  criteria: 5_000,
  verdicts: 5_000,
  reasons: 2_000,
  incidents: 500,
} as const;

type Kind = keyof typeof limits;
export type LeftOut = { readonly [K in Kind | 'changes']?: number };

export type Room = {
  /** Whether there is room for one more of that kind. */
  take(kind: Kind): boolean;
  /** As many of the items as there is room for. */
  fit<T>(kind: Kind, items: readonly T[]): readonly T[];
  readonly leftOut: LeftOut;
};

export function createRoom(): Room {
  const used = new Map<Kind, number>();

  function add(kind: Kind, count: number): number {
    const before = used.get(kind) ?? 0;
    used.set(kind, before + count);
    return Math.max(0, limits[kind] - before);
  }

  return {
    take: (kind) => add(kind, 1) > 0,
    fit: (kind, items) => items.slice(0, add(kind, items.length)),
    get leftOut() {
      return Object.fromEntries([...used].flatMap(([kind, count]) => (count > limits[kind] ? [[kind, count - limits[kind]]] : [])));
    },
  };
}
