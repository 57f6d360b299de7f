/** Programs that can take the turns of agents, as data: how each is started, and what it needs from the machine. Pure. */
import { suggestion } from '../../contracts/text/nearest.ts';
import type { UsageFormat } from './read-usage.ts';

export type ProgramRunner = {
  /** The program and its arguments; `{task}` stands for the sentence that names the prompt. */
  readonly command: readonly string[];
  /** The program's own folders below the home folder: each turn gets new ones that contain only the program's settings. */
  readonly folders: readonly string[];
  /** Files and folders below the home folder that hold settings and sign-ins: a turn gets a copy. */
  readonly settings: readonly string[];
  /** Variables of this process that are passed to the program. */
  readonly variables: readonly string[];
  /** Variables that are set for the program. */
  readonly env: Readonly<Record<string, string>>;
  /** Hosts that the program may reach. */
  readonly hosts: readonly string[];
  /** The format in which the program reports what it used; absent if it does not. */
  readonly reports?: UsageFormat;
  /** The program uses exit code 42 with a meaning of its own, not to begin again. */
  readonly owns42?: true;
};

export const builtIn = 'built-in';

/** The known programs. Each asks before it acts unless told not to; here the fence decides instead. */
export const knownRunners: Readonly<Record<string, ProgramRunner>> = {
  claude: {
    command: ['claude', '-p', '{task}', '--permission-mode', 'bypassPermissions', '--output-format', 'stream-json', '--verbose'],
    reports: 'claude',
    folders: ['.claude'],
    settings: [
      ...['settings.json', '.credentials.json', 'CLAUDE.md', 'agents', 'commands', 'skills'].map((name) => `.claude/${name}`),
      '.claude.json',
    ],
    variables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_BASE_URL', 'ANTHROPIC_MODEL', 'CLAUDE_CODE_OAUTH_TOKEN'],
    env: { IS_SANDBOX: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
    hosts: ['api.anthropic.com', 'platform.claude.com', 'console.anthropic.com'],
  },
  codex: {
    command: [
      'codex',
      'exec',
      '--json',
      '--dangerously-bypass-approvals-and-sandbox',
      '--skip-git-repo-check',
      '--color',
      'never',
      '{task}',
    ],
    reports: 'codex',
    folders: ['.codex'],
    settings: ['config.toml', 'auth.json', 'AGENTS.md', 'prompts', 'skills'].map((name) => `.codex/${name}`),
    variables: ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'CODEX_API_KEY'],
    env: {},
    hosts: ['api.openai.com', 'auth.openai.com', 'chatgpt.com'],
  },
  gemini: {
    command: ['gemini', '-p', '{task}', '--approval-mode', 'yolo', '--skip-trust', '--output-format', 'stream-json'],
    reports: 'gemini',
    owns42: true, // this program uses 42 for malformed input
    folders: ['.gemini'],
    settings: ['settings.json', 'oauth_creds.json', 'google_accounts.json', 'installation_id', '.env', 'GEMINI.md', 'skills'].map(
      (name) => `.gemini/${name}`,
    ),
    variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GEMINI_BASE_URL', 'GEMINI_MODEL', 'GOOGLE_CLOUD_PROJECT'],
    env: { GEMINI_CLI_NO_RELAUNCH: 'true' },
    hosts: ['generativelanguage.googleapis.com', 'cloudcode-pa.googleapis.com', 'oauth2.googleapis.com'],
  },
  opencode: {
    command: ['opencode', 'run', '--auto', '--format', 'json', '{task}'],
    reports: 'opencode',
    folders: ['.config/opencode', '.local/share/opencode', '.local/state/opencode'],
    settings: [
      ...['opencode.json', 'opencode.jsonc', 'config.json', 'AGENTS.md'].map((name) => `.config/opencode/${name}`),
      '.local/share/opencode/auth.json',
      '.cache/opencode/models.json',
    ],
    variables: ['OPENCODE_API_KEY', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY', 'MISTRAL_API_KEY'],
    env: { OPENCODE_DISABLE_AUTOUPDATE: '1' },
    hosts: [
      'opencode.ai',
      'models.opencode.ai',
      'models.dev',
      'api.anthropic.com',
      'api.openai.com',
      'generativelanguage.googleapis.com',
      'openrouter.ai',
    ],
  },
  mistral: {
    command: ['vibe', '-p', '{task}'],
    folders: ['.vibe'],
    settings: ['config.toml', '.env', 'agents', 'prompts', 'skills'].map((name) => `.vibe/${name}`),
    variables: ['MISTRAL_API_KEY'],
    env: {},
    hosts: ['api.mistral.ai'],
  },
};

/**
 * The runner with this name: a program, or `built-in`. The person's own runners come first. If there is none with this name, a sentence for the
 * person.
 */
export function runnerNamed(
  name: string,
  own: Readonly<Record<string, ProgramRunner>>,
): ProgramRunner | typeof builtIn | { readonly unknown: string } {
  if (name === builtIn) return builtIn;
  const found = Object.hasOwn(own, name) ? own[name] : Object.hasOwn(knownRunners, name) ? knownRunners[name] : undefined;
  return found ?? { unknown: suggestion(name, [builtIn, ...Object.keys(knownRunners), ...Object.keys(own)]) };
}

/** The command line of a turn. */
export const commandOf = ({ command }: Pick<ProgramRunner, 'command'>, sentence: string): readonly string[] =>
  command.map((word) => word.replaceAll('{task}', () => sentence));
