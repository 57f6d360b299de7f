/** Law 1: places where merely creating a file changes how something behaves. */
import { foldedName } from './folded-name.ts';
import { absolutePath, isWithin } from './posix-path.ts';

/** The person's home, the folders on the PATH, and artoo's data folder; paths that are not absolute are ignored. */
export type Surroundings = { readonly home: string; readonly pathFolders: readonly string[]; readonly dataFolder: string };

/** Why creating something at this absolute path needs a yes; undefined for an ordinary place. For the system, see `whyOfSystem`. */
export function whySensitive(path: string, around: Surroundings): string | undefined {
  const place = foldedName(absolutePath('/', path));
  return whyRun(place, around) ?? whyIn(anywhere, place) ?? whyIn(inHomes, inHome(place, around.home));
}

/** The same in the workspace, where all is free except what runs or is loaded without being called. */
export const whySensitiveInWorkspace = (path: string, around: Surroundings): string | undefined =>
  whyRun(foldedName(absolutePath('/', path)), around);

/** Why something in the workspace must not simply go: it configures artoo or another agent. Its hooks git can do without. */
export function whyKeptInWorkspace(path: string, around: Surroundings): string | undefined {
  const why = whyConfiguring(foldedName(absolutePath('/', path)), around);
  return why === whatGitRuns ? undefined : why;
}

/** Why a folder at this path would bring sensitive places with it: some are below it. */
export function whySensitiveBelow(path: string, { home, pathFolders, dataFolder }: Surroundings): string | undefined {
  const place = foldedName(absolutePath('/', path));
  const holds = (folder: string) => folder.startsWith('/') && isWithin(place, foldedName(absolutePath('/', folder)));
  if (holds(dataFolder)) return whoseDataItIs;
  if (pathFolders.some(holds)) return whereProgramsAre;
  return whyIn(aboveAnywhere, place) ?? whyIn(aboveInHomes, inHome(place, home));
}

/** Why creating something at this path changes the system; undefined for a place outside it. */
export const whyOfSystem = (path: string): string | undefined => whyIn(inSystem, foldedName(absolutePath('/', path)));

/** Why something runs, or is loaded, without being called; wherever it is. */
function whyRun(place: string, around: Surroundings): string | undefined {
  if (around.pathFolders.some((folder) => isIn(folder, place))) return whereProgramsAre;
  return whyConfiguring(place, around) ?? whyIn(byPython, place);
}

function whyConfiguring(place: string, { dataFolder }: Surroundings): string | undefined {
  if (isIn(dataFolder, place)) return whoseDataItIs;
  return place.endsWith('/.git') ? whatGitRuns : whyIn(configuring, place); // a file of that name says where the repository is
}

/** The path from a home folder, this person's or another's; empty outside of them. */
function inHome(place: string, home: string): string {
  return isIn(home, place) ? place.slice(foldedName(absolutePath('/', home)).length) : (anyHome.exec(place)?.[1] ?? '');
}

const isIn = (folder: string, place: string): boolean =>
  folder.startsWith('/') && folder !== '/' && isWithin(foldedName(absolutePath('/', folder)), place);

const anyHome = /^(?:\/(?:home|users)\/[^/]+|\/root)(\/.+)$/s;

type Row = { readonly places: RegExp; readonly why: string };

const whyIn = (rows: readonly Row[], place: string): string | undefined => rows.find(({ places }) => places.test(place))?.why;

type Table = Readonly<Record<string, string>>;

/** Each place by its path, where `*` is any part of a name; everything below it counts too. */
const rows = (start: string, table: Table): readonly Row[] =>
  rowsOf(table, (places) => `${start}/(?:${places.map(source).join('|')})(?:/|$)`);

/** The folders above each place, and nothing below them. */
const rowsAbove = (start: string, table: Table): readonly Row[] =>
  rowsOf(table, (places) => `${start}/(?:${places.flatMap(foldersAbove).map(source).join('|') || '(?!)'})$`);

const rowsOf = (table: Table, pattern: (places: readonly string[]) => string): readonly Row[] =>
  Object.entries(table).map(([why, places]) => ({ why, places: new RegExp(pattern(places.trim().split(/\s+/)), 's') }));

function foldersAbove(place: string): readonly string[] {
  const names = place.split('/');
  return names
    .slice(1)
    .map((_, at) => names.slice(0, at + 1).join('/'))
    .filter((folder) => !folder.includes('**'));
}

const source = (place: string): string =>
  place
    .toLowerCase()
    .replaceAll('.', String.raw`\.`)
    .replaceAll('**/', '(?:.*/)?')
    .replaceAll(/(?<![.)])\*/g, '[^/]*');

const whatGitRuns = 'it decides what git runs';
const whoseDataItIs = "it is part of artoo's own data";
const whereProgramsAre = 'it is in a folder that is searched for programs';
const whatPythonRuns = 'Python runs it at startup';

const configuringPlaces = {
  [whatGitRuns]: `
    .git/hooks *.git/hooks .git/config* *.git/config .git/info/attributes .git/commondir .git/config.worktree .git/worktrees/*/config.worktree .git/worktrees/*/commondir .git/modules/**/config .git/modules/**/hooks .gitconfig .config/git .husky`,
  'it configures artoo': '.artoo',
  'it instructs or configures agents': `
    AGENTS.md AGENTS.override.md CLAUDE.md CLAUDE.local.md GEMINI.md QWEN.md .claude .claude.json .cursor .cursorrules .codex .gemini .qwen .mcp.json
    .github/copilot-instructions.md .github/instructions .github/prompts .github/chatmodes .github/agents .aider* .windsurf .windsurfrules .clinerules
    .roo .roorules .continue .opencode opencode.json opencode.jsonc .kiro .goosehints .junie .agents .amp .augment .crush.json .factory .openhands .trae`,
};

const placesAnywhere = {
  'it decides who may log in, and where': '.ssh',
  'it holds keys and decides whom to trust': '.gnupg',
  'the editor acts on it': '.vscode/tasks.json .vscode/settings.json .vscode/launch.json .vscode/mcp.json',
  'it is run on entering the folder': '.envrc',
  'it decides where packages come from': '.npmrc .yarnrc* .pnpmfile.cjs .pypirc pip.conf',
  'it decides what a build runs': '.cargo/config .cargo/config.toml',
};

/** As a module of any form: source, compiled, a package. */
const placesOfPython = {
  [whatPythonRuns]: 'sitecustomize* usercustomize* site-packages/*.pth dist-packages/*.pth',
};

const placesInHomes = {
  'the shell runs it at startup': `
    .profile .bash* .zsh* .zprofile .zlogin .zlogout .login .logout .kshrc .mkshrc .cshrc .tcshrc .inputrc .pam_environment .oh-my-zsh
    .config/fish .config/zsh .config/bash .config/nushell .config/powershell .config/environment.d`,
  'it is started automatically': `
    .config/autostart* .config/systemd .local/share/systemd .local/share/dbus-1 .local/share/applications Library/LaunchAgents Library/LaunchDaemons
    .xinitrc .xsession* .xprofile .Xresources`,
  [whereProgramsAre]: 'bin .local/bin .cargo/bin .deno/bin .bun/bin .yarn/bin go/bin',
  'the editor acts on it': `
    .vimrc .gvimrc .exrc .ideavimrc .vim .emacs .emacs.d .nanorc .config/nvim .config/vim .config/emacs .config/helix .config/Code/User`,
  'a program acts on it': `
    .tmux.conf .config/tmux .screenrc .wgetrc .curlrc .config/curlrc .netrc .gdbinit .lldbinit .psqlrc .sqliterc .irbrc .pryrc .Rprofile .forward .rhosts
    .config/direnv .config/gh .config/containers`,
  'it decides which cluster or cloud is used': '.kube .aws .azure .config/gcloud .docker/config.json .docker/cli-plugins',
  'it decides where packages come from':
    '.config/pip .pip .gemrc .condarc .m2/settings.xml .gradle/init* .gradle/gradle.properties .bunfig.toml',
  [whatPythonRuns]: '.local/lib/python*/site-packages',
};

const configuring = rows('', configuringPlaces);
const anywhere = rows('', placesAnywhere);
const byPython = rows('', placesOfPython);
const inHomes = rows('^', placesInHomes);
const aboveAnywhere = rowsAbove('', { ...configuringPlaces, ...placesAnywhere, ...placesOfPython });
const aboveInHomes = rowsAbove('^', placesInHomes);
const inSystem = rows('^', {
  'it is started automatically': `
    var/spool/cron var/spool/at var/spool/anacron etc/cron* etc/systemd lib/systemd usr/lib/systemd run/systemd Library/LaunchAgents Library/LaunchDaemons`,
  'it configures the system': 'etc private/etc',
  'it is part of the system': 'usr bin sbin lib lib32 lib64 libx32 boot efi System Library proc sys',
});
