/**
 * A made-up world of kinds of tasks whose facts change, seeded: which tools work for a kind, where its file is, what the person prefers. Its rules
 * are in docs/evidence.md.
 */
import { type Luck, luckOf } from '../luck.ts';

export const toolsPerKind = 6;
export const placesPerKind = 3;
const kinds = 12;
const criteriaOfTask = 3;

/** A tool works almost always, half of the time, or almost never. */
export type Works = 'well' | 'sometimes' | 'badly';
const chances = { well: 0.95, sometimes: 0.5, badly: 0.05 } as const satisfies Record<Works, number>;

/** What is true at a time: for each tool of each kind, whether it works; for each kind, where its file is. */
type Facts = { readonly tools: readonly (readonly Works[])[]; readonly places: readonly number[] };

/** What kind each task is of, what is true when it starts, and which of its kind's tools changed with it. */
type Step = {
  readonly kind: number;
  readonly facts: Facts;
  readonly changed: readonly { readonly kind: number; readonly tool: number }[];
};

/** The chance that one of the kind's facts changes before a task of it, and how many tasks there are in a day. */
export type Changes = { readonly tools: number; readonly places: number; readonly perDay: number };
export const usualChanges: Changes = { tools: 0.05, places: 0.067, perDay: 3 };

const about = { kind: 1, works: 2, place: 3, change: 4, which: 5, outcome: 6, partly: 7 } as const;

/** The last third of the kinds have a tool that the person prefers: it alone is accepted. */
const isOfTaste = (kind: number): boolean => kind >= (kinds * 2) / 3;

export type World = { readonly luck: Luck; readonly steps: readonly Step[]; readonly everyMs: number };

export function makeWorld(seed: number, tasks: number, changes: Changes = usualChanges): World {
  const luck = luckOf(seed, 77);
  const first = Array.from({ length: kinds }, (_, kind) =>
    Array.from({ length: toolsPerKind }, (_each, tool): Works => {
      if (isOfTaste(kind)) return tool === Math.floor(luck(about.works, kind) * toolsPerKind) ? 'well' : 'badly';
      const chance = luck(about.works, kind, tool);
      return chance < 0.4 ? 'well' : chance < 0.55 ? 'sometimes' : 'badly';
    }),
  );
  let facts: Facts = { tools: first.map(usable), places: first.map((_, kind) => Math.floor(luck(about.place, kind) * placesPerKind)) };
  const steps: Step[] = [];
  for (let task = 0; task < tasks; task += 1) {
    const kind = kindOf(luck(about.kind, task));
    const before = facts.tools[kind] ?? [];
    const after = luck(about.change, task, 0) < changes.tools ? changedTools(kind, before, luck(about.which, task)) : before;
    const moves = luck(about.change, task, 1) < changes.places;
    facts = {
      tools: after === before ? facts.tools : facts.tools.with(kind, after),
      places: moves
        ? facts.places.with(
            kind,
            ((facts.places[kind] ?? 0) + 1 + Math.floor(luck(about.which, task, 1) * (placesPerKind - 1))) % placesPerKind,
          )
        : facts.places,
    };
    const changed = after.flatMap((works, tool) => (works === before[tool] ? [] : [{ kind, tool }]));
    steps.push({ kind, facts, changed });
  }
  return { luck, steps, everyMs: 86_400_000 / changes.perDay };
}

/** A kind for which nothing works could not teach anything. */
const usable = (works: readonly Works[], kind: number): readonly Works[] =>
  works.includes('well') ? works : works.with(kind % toolsPerKind, 'well');

/** Some kinds are asked for much more often than others. */
function kindOf(chance: number): number {
  const weights = Array.from({ length: kinds }, (_, kind) => 1 / ((kind % 4) + 1));
  const upTo = weights.map((_, kind) => weights.slice(0, kind + 1).reduce((sum, weight) => sum + weight, 0));
  const found = upTo.findIndex((sum) => chance * (upTo.at(-1) ?? 0) < sum);
  return Math.max(0, found);
}

/** One tool breaks or works again; if the kind has a preference, another tool is preferred. */
function changedTools(kind: number, works: readonly Works[], chance: number): readonly Works[] {
  if (isOfTaste(kind)) {
    const now = works.indexOf('well');
    const next = (now + 1 + Math.floor(chance * (toolsPerKind - 1))) % toolsPerKind;
    return works.map((_, tool) => (tool === next ? 'well' : 'badly'));
  }
  const definite = works.flatMap((each, tool) => (each === 'sometimes' ? [] : [tool]));
  const tool = definite[Math.floor(chance * definite.length)];
  if (tool === undefined) return works;
  return usable(works.with(tool, works[tool] === 'well' ? 'badly' : 'well'), kind);
}

/** The result of a tool at a place: the call fails if the file is not there; otherwise some criteria are met. */
export function outcome(
  { luck, steps }: World,
  task: number,
  tool: number,
  place: number,
): { readonly ok: boolean; readonly met: readonly boolean[] } {
  const step = steps[task];
  const works = step?.facts.tools[step.kind]?.[tool];
  if (!step || works === undefined) throw new Error(`no task ${task}, or no tool ${tool}`);
  if (place !== step.facts.places[step.kind]) return { ok: false, met: Array(criteriaOfTask).fill(false) };
  const isDone = luck(about.outcome, task, tool) < chances[works];
  const missing = Math.floor(luck(about.partly, step.kind, tool) * criteriaOfTask);
  const met = Array.from(
    { length: criteriaOfTask },
    (_, at) => isDone || (at !== missing && luck(about.partly, step.kind, tool, at) < 0.4),
  );
  return { ok: true, met };
}

const names = [
  ...['count_invoices', 'draw_weather_chart', 'merge_address_books', 'publish_newsletter', 'rename_holiday_photos', 'translate_recipes'],
  ...[
    'archive_old_logs',
    'compare_salary_tables',
    'format_bibliography',
    'transcribe_interview',
    'balance_household_budget',
    'plan_garden_beds',
  ],
];
export const slugOf = (kind: number): string => names[kind] ?? `kind_${kind}`;
export const toolName = (tool: number): string => `tool_${tool + 1}`;
export const placeName = (kind: number, place: number): string => `${slugOf(kind)}/${['north', 'south', 'west'][place] ?? place}.csv`;
