/** The one error class. Callers branch on `code`; `hint` tells the person what to do. */

const hints = {
  usage: 'See `artoo --help`.',
  goal_empty: 'Say in plain words what should be done.',
  id_invalid: 'A task id has 1 to 64 letters, digits, _ or -. `artoo log` lists them.',
  route_refused: 'The route table in docs/messages.md says who may send what to whom.',
  type_unknown: 'docs/messages.md lists every message type.',
  payload_refused: 'docs/messages.md shows the shape of every payload.',
  effect_misuse: 'A handler may wait for only one effect or ask at a time, each under its own key.',
  runaway: 'A handler never stopped drafting messages. This is a bug in the role: please report it with the journal.',
  handler_failed: 'This is a bug in the role: please report it with the journal.',
  handler_stuck: 'A handler waited for something that is not an effect. This is a bug in the role: please report it with the journal.',
  stalled: 'Nothing was left to do and no role had ended the task. This is a bug: please report it with the journal.',
  task_halted: 'The journal says what happened; please report it.',
  task_over: '`artoo log` shows how it went; `artoo fork` continues from an entry in it.',
  task_of_team: '`artoo team run` in the repository of its team continues it; `artoo team status` shows where the team is.',
  diverged: 'The code, its prompts or its constants have changed since the task ran, so its record no longer matches them.',
  person_needed: 'Run it at a terminal, where a person can answer.',
  cancelled: '`artoo resume` continues it.',
  stopped: '`artoo resume` continues it.',
  interrupted: 'Check whether it took effect, then run it again.',
  timed_out: 'Raise the limit, or make the step smaller.',
  budget_spent: 'Raise the cap, or make the task smaller.',
  model_unset:
    '`artoo setup` finds a model and tries it; or set OPENAI_API_KEY, or choose one with --model <name>. `artoo demo` needs none.',
  model_unreachable: 'Check the address, that its server is running, and that this machine is online; `artoo doctor` tries to connect.',
  model_busy: 'Run it again once the server accepts requests, or choose another model with --model <name>.',
  model_spent: 'Add credit to your account, or use another key or model; `artoo config` says where the key comes from.',
  model_too_small: 'Choose a model with a larger context; for Ollama, start it with OLLAMA_CONTEXT_LENGTH=65536.',
  model_timed_out: 'Try again, or raise model_timeout: a slow server may need minutes.',
  model_denied:
    'Check that the right key is set and that it may use this model: `artoo config` says which key is set, and where; `artoo setup` takes another key and tries it.',
  model_key_missing:
    '`artoo setup` asks for a key, tries it and saves it; or name the variable that holds it with --key-env <variable>. A key is sent only to the address it belongs to.',
  model_missing: 'Check the name of the model; `artoo doctor` lists what the server offers.',
  model_rejected: "The server's message says why; another model may accept the request.",
  price_unknown:
    'Say what it costs in your config.yaml, in US dollars per million tokens: `prices: { my-model: { input: 0.5, output: 2 } }`, or 0 if it is free. Or run without that cap: --max-cost none; --max-tokens always holds.',
  config_invalid: 'docs/configuration.md describes every setting.',
  suite_invalid: 'docs/eval.md says how a suite is written; `artoo eval <suite> --check` tries every task without a model.',
  trial_unfit: 'docs/eval.md says what a trial needs; `artoo doctor` says what containment needs.',
  results_unfit: 'Name another folder with --out, or give the same suite, arms and limits again.',
  answer_unreadable: 'Try again, or use a more capable model.',
  cassette_mismatch: 'The cassette has no answer for this call. Record it again, or add the missing line.',
  cassette_corrupt: 'Every line of a cassette is one JSON object; docs/cassettes.md describes the format.',
  record_unwritable: 'Name a new file, in a folder that you can write to.',
  tool_unknown: 'Only tools that are offered can be called.',
  containment_failed:
    '`artoo doctor` says what containment needs. Until then, you are asked about everything that is not clearly harmless.',
  data_unwritable: 'Set ARTOO_DATA_DIR to a folder that you can write to.',
  folder_missing: 'Change to an existing folder, or name one with --cwd.',
  folder_gone: 'The task needs this folder: restore it, then resume.',
  workspace_unwritable: 'Use --workspace or ARTOO_WORKSPACE to name a workspace that you can write to.',
  input_missing: 'Copy that file from the machine where the task began, then fork the task again.',
  scratch_unwritable: 'Set TMPDIR to a folder that you can write to.',
  journal_unwritable: 'Free some space or fix the permissions. What is already on disk is intact.',
  journal_exists: 'Use another task id.',
  journal_missing: '`artoo log` lists all tasks; to start one: artoo "goal in plain words"',
  nothing_to_resume: '`artoo log` lists all tasks, and says how each ended.',
  journal_empty: 'Nothing has been done yet. Run the task again.',
  journal_locked: 'Another artoo process is working on this task. Wait for it, or end it.',
  journal_unreadable: 'Check what is at that path, and that you may read it.',
  journal_corrupt:
    '`artoo log` shows what comes before the damage, and `artoo fork <task> --at <entry>` continues from there; or restore the file from a backup.',
  memory_unavailable:
    'If another artoo process holds the memory, wait for that process or end it. If the disk is full or not writable, fix that. If something else is in the place of the memory, move it away. Until then, tasks run without memory.',
  memory_unwritable: 'Free some space or fix the permissions. What was remembered before is intact.',
  memory_damaged:
    '`artoo memory repair` saves what can be read; then `artoo memory import <file>` adds what an export still has. Or use --no-memory.',
  memory_too_new: 'The memory was written by a newer version of artoo. Update artoo, or use --no-memory.',
  memory_refused: 'docs/memory.md says what a memory is made of.',
  board_locked: 'Another process holds the board. Wait for it, or find out which one it is: `fuser .liza/locks/board`.',
  board_missing: '`artoo team init "goal"` sets up a team; it asks for a file that says what you want, specs/vision.md.',
  agent_alive: '`artoo team status` lists who is at work: choose another number for LIZA_AGENT_ID.',
  board_refused: '`artoo team status` shows the current state.',
  team_exists: '`artoo team status` shows that team. A repository has one team at a time.',
  repository_unfit:
    'A team needs a git repository with a checkout, a commit and all its files. To begin one here, with a file that says what you want:\n  mkdir -p specs && echo "What it should do." >> specs/vision.md\n  git init && git add . && git commit -m "first"',
  repository_missing:
    'A team works in a git repository. To make this folder one, with all that is in it:\n  git init && git add . && git commit -m "first"',
  commit_missing: 'Agents start from a commit. To make the first, with all that is here:\n  git add --all && git commit -m "first"',
  spec_mistyped: 'Name the file by its path in the repository, or leave it out for specs/vision.md.',
  spec_missing:
    'Write down what you want and commit it, then set the team up:\n  mkdir -p specs && echo "What it should do." >> specs/vision.md\n  git add specs && git commit -m "the spec"\n  artoo team init "goal" specs/vision.md',
  board_unwritable: 'Free some space or fix the permissions. The board is unchanged.',
  letter_unanswered: 'Is the team running? `artoo team status` tells you. Repeating the call waits for the same answer.',
  git_failed: 'The message contains what git reported: fix it in the repository, then run the team again.',
  runner_missing: 'Install the program, or name another runner; `artoo doctor` lists those that are installed.',
  git_missing: 'Install git in /usr/bin or /usr/local/bin; on a Mac, Homebrew has it.',
  board_invalid:
    'Fix the board, .liza/state.yaml, and check it with `artoo team validate`; or `artoo team restore` brings back the last good one.',
  board_inconsistent: '`artoo team restore` shows how to put it right, and asks before it changes anything.',
  board_unrestorable:
    'Fix what the message names; `artoo team validate` checks it. Or start over: mv .liza .liza-old, then artoo team init "goal".',
  audit_unwritable: 'Free some space or fix the permissions. What has not been audited yet is read from the journals next time.',
  audit_unreadable: 'Check what is at that path, and that you may read it.',
  client_refused: 'Open the URL that `artoo serve` printed last: each works once. In the shell, `/serve` prints a new one.',
  server_unreachable: 'Is `artoo serve` still running? Tasks and their journals are safe; `artoo resume` continues what was stopped.',
  serve_failed: 'Leave out --port to use a free port; docs/clients.md says what a server needs.',
  bus_unreachable:
    'Check the address, and that nats-server is running there with JetStream: `nats-server -js`. `artoo bus --help` says what a bus is for.',
  bus_denied: 'Sign in with --bus-credentials <file>; docs/cluster.md says who needs which file, and how TLS is set up.',
  bus_unfit: '`artoo bus status` says what is missing, and `artoo bus init` creates it. `artoo bus --help` says more.',
  bus_needed: 'Use --bus to name the bus that the task was started on.',
  task_taken: 'The task continues on another machine. What this machine had begun is in the log, too.',
  task_elsewhere:
    'Resume the task on the machine where it ran, or continue it in another folder with `artoo fork <task> --at <entry> --cwd <folder>`. Tasks that begin in a folder after `artoo bus share` continue on any machine that has that folder.',
  log_rolled_back: 'Restore the data of the bus, or continue from the local copy: `artoo fork <task> --at <entry>`.',
  task_half_applied: 'Resume the task on the machine that was applying its changes.',
  object_missing: 'The content is no longer on the bus: whatever needs it must be done again, or on a machine that still has the content.',
  object_damaged: 'The content on the bus is not what was stored. Check who may write to the bus; docs/cluster.md says who needs to.',
  journal_too_new: 'The journal was written by a newer version of artoo. Update artoo to read it.',
} as const;

export type ErrorCode = keyof typeof hints;
export const errorCodes = Object.keys(hints) as [ErrorCode, ...ErrorCode[]]; // the keys of an object literal that is not empty

/** What a person can do about an error. */
export const hintFor = (code: ErrorCode): string => hints[code];

/** Whether a model could not be reached or did not answer: the task itself is sound, and can be tried again. */
export const isModelFailure = (code: ErrorCode | null): boolean => code?.startsWith('model_') ?? false;

/** Codes for a model that does not exist, or does not answer at the moment: they prove nothing about the task or about the model's abilities. */
const away: ReadonlySet<ErrorCode> = new Set([
  'model_unset',
  'model_unreachable',
  'model_denied',
  'model_key_missing',
  'model_missing',
  'model_busy',
  'model_spent',
  'model_timed_out',
]);

/** Whether no model is set, or the model cannot be reached. */
export const isModelAway = (code: ErrorCode | null): boolean => code !== null && away.has(code);

export class ArtooError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;
  /** Helps to find the cause; of no use to a person who only wants the task done. */
  readonly details: string | undefined;

  constructor(code: ErrorCode, message: string, { details, ...options }: { cause?: unknown; details?: string } = {}) {
    super(message, options);
    this.name = 'ArtooError';
    this.code = code;
    this.hint = hints[code];
    this.details = details;
  }
}

/** Anything thrown, as an ArtooError: unchanged if it is one, otherwise wrapped under `code` with the cause kept. */
export function asArtooError(thrown: unknown, code: ErrorCode): ArtooError {
  if (thrown instanceof ArtooError) return thrown;
  return new ArtooError(code, thrown instanceof Error ? thrown.message : textOf(thrown), { cause: thrown });
}

/** `String` itself throws for some objects, and any object can be thrown. */
function textOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return `something that is not an error: ${typeof thrown}`;
  }
}
