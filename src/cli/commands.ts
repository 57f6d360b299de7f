/** Every command in one table: how help lists it, and how it is loaded. Loads nothing itself, so that help appears at once. */
import type { Command } from './command.ts';

export type Row = {
  /** The arguments after the name, in short. */
  readonly takes?: string;
  /** What it does, in a few words. */
  readonly does: string;
  readonly load: () => Promise<Command>;
};

/** In the order in which a newcomer needs them. */
export const commands = {
  setup: { does: 'choose a model: found, tried and saved for you', load: async () => (await import('./machine/setup.ts')).setup },
  demo: {
    takes: '[scenario …]',
    does: 'a tour: whole tasks to watch, no model needed',
    load: async () => (await import('./demo/demo.ts')).demo,
  },
  try: { takes: '-- command', does: 'see what a command would do, then decide', load: async () => (await import('./try/try.ts')).tryOut },
  undo: { takes: '[task]', does: 'undo what a task changed on disk', load: async () => (await import('./undo/undo.ts')).undo },
  log: { takes: '[task]', does: 'past tasks, or one task step by step', load: async () => (await import('./log/log.ts')).log },
  resume: {
    takes: '[task]',
    does: 'continue a task that was stopped or cancelled',
    load: async () => (await import('./task/resume.ts')).resume,
  },
  cost: { takes: '[task]', does: 'what tasks used and cost, role by role', load: async () => (await import('./task/cost.ts')).cost },
  jobs: {
    takes: '[stop id]',
    does: 'list or stop what tasks run in the background',
    load: async () => (await import('./task/jobs.ts')).jobs,
  },
  memory: {
    takes: '[part …]',
    does: 'what it remembers; show, why, remember, forget …',
    load: async () => (await import('./memory/memory.ts')).memory,
  },
  audit: {
    takes: '[part …]',
    does: 'what the auditor found; verify, show, watch',
    load: async () => (await import('./audit/audit.ts')).audit,
  },
  team: {
    takes: '[part …]',
    does: 'agents plan, code and review in one repository',
    load: async () => (await import('./team/team.ts')).team,
  },
  bus: {
    takes: '[part]',
    does: 'what machines share on NATS; init, status',
    load: async () => (await import('./bus/bus.ts')).bus,
  },
  serve: { does: 'a page on this machine to work with tasks', load: async () => (await import('./serve/serve.ts')).serve },
  worker: { does: 'run commands for tasks of other machines', load: async () => (await import('./machine/worker.ts')).worker },
  replay: {
    takes: 'task',
    does: 'redo every decision made by code, and compare',
    load: async () => (await import('./replay/replay.ts')).replay,
  },
  fork: { takes: 'task --at n', does: 'branch off at entry n, as a new task', load: async () => (await import('./task/fork.ts')).fork },
  eval: {
    takes: '<suite>',
    does: 'measure artoo on tasks that code can judge',
    load: async () => (await import('./eval/eval.ts')).evaluate,
  },
  config: { does: 'every setting, and where it came from', load: async () => (await import('./machine/config.ts')).config },
  trust: {
    takes: '[folder]',
    does: "trust a project's own settings, or not",
    load: async () => (await import('./machine/trust.ts')).trust,
  },
  mcp: {
    takes: '[part …]',
    does: 'servers that offer tools; add, test, serve …',
    load: async () => (await import('./mcp/mcp.ts')).mcp,
  },
  acp: { does: 'work in editors such as Zed and JetBrains', load: async () => (await import('./machine/acp.ts')).acp },
  doctor: { does: 'check that everything a task needs is in place', load: async () => (await import('./machine/doctor.ts')).doctor },
  gc: { does: 'compress or remove old journals', load: async () => (await import('./machine/gc.ts')).gc },
  completions: {
    takes: 'shell',
    does: 'completions for your shell',
    load: async () => (await import('./completions/completions.ts')).completions,
  },
} as const satisfies Readonly<Record<string, Row>>;

/** The row of a command; undefined for any other word. */
export const rowOf = (name: string): Row | undefined =>
  Object.hasOwn(commands, name) ? commands[name as keyof typeof commands] : undefined; // it is one of them
