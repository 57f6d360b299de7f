/** What may be read, by real path: one decision for tools, checks, evidence and the look around. Pure: callers resolve links. */
import type { Decision } from '../rules/rules.ts';
import { originalPath } from './backup-name.ts';
import { isEnvFile } from './env-file.ts';
import { foldedName } from './folded-name.ts';
import { isWithin } from './posix-path.ts';
import { keptFromModelsInHome, keptFromModelsInSystem, secretsInHome, secretsInSystem } from './secret-place-names.ts';

/** Paths without symlinks. */
export type ReadingPlaces = {
  readonly home: string;
  /** Every home on this machine; folders below `/home` count even if they are not listed. */
  readonly homes: readonly string[];
  /** The current folder, its repository and the workspace. */
  readonly task: readonly string[];
  readonly dataFolder: string;
  /** Places that the person named in the goal. */
  readonly named: readonly string[];
  /** The targets of secret places that are symlinks. */
  readonly linked: readonly string[];
};

/**
 * `names`: names without values. `hides`: whether a model is denied even the names in it, or only the contents. `asks`: the path that approval would
 * open.
 */
export type ReadingVerdict = { readonly read: 'whole' | 'names' } | Refusal;
export type Refusal = { readonly read: 'no'; readonly why: string; readonly hides: 'content' | 'all'; readonly asks?: string };

const whole: ReadingVerdict = { read: 'whole' };
const refused = (why: string, hides: Refusal['hides'] = 'all'): Refusal => ({ read: 'no', why, hides });
const secret = 'holds secrets, which are not shown to models';

/**
 * Decides about a path. `ruled`: the decision of the `read(…)` rules. Only a rule that gives the full path of a secret file opens it, and no rule
 * opens artoo's data, processes or devices.
 */
export type MayRead = (path: string, ruled: Decision) => ReadingVerdict;

/** What a task with these places may read. Prepared once, because a search checks thousands of files. */
export function mayReadIn(places: ReadingPlaces): MayRead {
  const folded = foldedPlaces(places);
  const known = new Map<string, ReadingVerdict>();
  return (path, ruled) => {
    if (ruled.decision !== 'none') return mayRead(path, folded, ruled);
    const before = known.get(path);
    if (before) return before;
    const verdict = mayRead(path, folded, ruled);
    if (known.size >= maxKnown) known.clear();
    known.set(path, verdict);
    return verdict;
  };
}

/** How many verdicts are cached: tools and checks ask about the same few files again and again. */
const maxKnown = 256;

/** The places with folded names; `projects` are the task's folders that are not homes. */
type FoldedPlaces = ReadingPlaces & { readonly projects: readonly string[] };

function foldedPlaces({ home, homes, task, dataFolder, named, linked }: ReadingPlaces): FoldedPlaces {
  const all = (folders: readonly string[]) => folders.map(foldedName);
  const folded = { home: foldedName(home), homes: all(homes), task: all(task), dataFolder: foldedName(dataFolder) };
  // A home, or a folder above one, is not a project: files named like keys are expected only in projects.
  const projects = folded.task.filter((folder) => !isWithin(folder, folded.home));
  return { ...folded, named: all(named), linked: all(linked), projects };
}

function mayRead(path: string, places: FoldedPlaces, ruled: Decision): ReadingVerdict {
  const place = foldedName(path);
  const isIn = (folder: string): boolean => folder !== '' && isWithin(folder, place);
  if (ruled.decision === 'deny') return refused(`is hidden from models by the rule ${ruled.rule}`);
  if (ruled.decision === 'ask') return askedAbout(path, ruled, mayRead(path, places, { decision: 'none' }));
  if (isIn(places.dataFolder) || ofStaging.test(place)) return refused(secret);
  if (ofProcess.test(place)) return refused('belongs to a running process, and is not shown to models');
  if (ofDevices.test(place)) return refused('is a device, and is not shown to models', 'content');
  if (ruled.decision === 'allow' && !ruled.rule?.includes('*')) return whole;
  const names = withOriginal(place);
  if (names.some((name) => isSecret(name, places))) return refused(secret);
  if (!places.projects.some(isIn) && !ofSystem.test(place)) {
    if (names.some((name) => anywhere.test(name))) return refused(secret);
    if (isNamedLikeKey(place)) return refused('is named like a key, and is not shown to models', 'content');
  }
  if (ruled.decision === 'allow') return whole;
  if (!isShown(place, places)) return refused(`is outside of what this task may read: name it in the goal, or allow read(${path})`);
  return isEnvFile(place) ? { read: 'names' } : whole;
}

/** The refusal that offers a question; if approval could not open the file either, the refusal that would apply without the rule. */
const askedAbout = (path: string, { rule }: Decision, otherwise: ReadingVerdict): Refusal =>
  otherwise.read === 'no'
    ? otherwise
    : { ...refused(`is read only after approval, because of the rule ${rule}; read_file asks for it`), asks: path };

/** A place, and the place of the original if the name is that of a copy. */
function withOriginal(place: string): readonly string[] {
  const original = originalPath(place);
  return original === place ? [place] : [place, original];
}

const isSecret = (place: string, { homes, linked }: FoldedPlaces): boolean =>
  inSystem.test(place) || inHomes(place, homes) || linked.some((folder) => folder !== '' && isWithin(folder, place));

/** Whether a file has the name of a key. */
export const isNamedLikeKey = (path: string): boolean =>
  withOriginal(foldedName(path)).some((place) => keyFile.test(place)) && !publicKeys.test(originalPath(foldedName(path)));

function isShown(place: string, { home, homes, task, named }: FoldedPlaces): boolean {
  const isIn = (folder: string): boolean => folder !== '' && folder !== '/' && isWithin(folder, place);
  if ([...task, home, ...named].some(isIn)) return true;
  return place === '/' || (shown.test(place) && !homes.some((other) => !shown.test(other) && isIn(other)));
}

/** Whether a place is a secret place in any of these homes. */
function inHomes(place: string, homes: readonly string[]): boolean {
  const [, below] = anyHome.exec(place) ?? [];
  if (below !== undefined && inHome.test(below)) return true;
  return homes.some((home) => (home !== '/' ? isWithin(home, place) && inHome.test(place.slice(home.length)) : inHome.test(place)));
}

const escaped = (place: string): string => foldedName(place).replaceAll(/[.+()]/g, String.raw`\$&`);
const oneOf = (places: readonly string[]): string => `(?:${places.map(escaped).join('|')})(?:/|$)`;

const ofHome = [...secretsInHome, ...keptFromModelsInHome];
const anyHome = /^(?:\/(?:home|users|var\/home)\/[^/]+|\/(?:var\/)?root)(\/.*)$/s;
const inHome = new RegExp(`^/${oneOf(ofHome)}`, 's');
const inSystem = new RegExp(`^${oneOf([...secretsInSystem, ...keptFromModelsInSystem])}|^/etc/ssh/ssh_host_[^/]*_key$`, 's');
/** Secret places that also count in copies and backups of a home folder. */
const anywhere = new RegExp(
  `/${oneOf([
    ...['.ssh', '.aws', '.gnupg', '.azure', '.kube', '.netrc', '.git-credentials', '.pgpass', '.my.cnf', '.password-store', '.vault-token'],
    ...['.config/gcloud', '.config/gh', '.docker/config.json', '.mozilla', '.thunderbird', '.bash_history', '.zsh_history', '.electrum'],
    ...['.claude/.credentials.json', '.codex/auth.json', '.cargo/credentials.toml', '.config/solana', '.bitcoin', '.local/share/keyrings'],
  ])}`,
  's',
);
const keyFile =
  /\/(?:id_(?:rsa|dsa|ecdsa|ed25519|xmss)[^/]*|wallet\.dat|[^/]+\.(?:pem|key|p12|pfx|p8|pkcs12|jks|keystore|bks|kdbx?|ovpn|ppk|agekey|gpg-key|secret))$/s;
const publicKeys = /(?:\.pub|[/._-](?:cert|ca|chain|fullchain|cacert|public|pub)[^/]*\.pem)$/;
const ofSystem =
  /^\/(?:usr|bin|sbin|lib|lib32|lib64|libx32|opt|nix|gnu|snap|etc\/(?:ssl\/certs|ca-certificates|pki)|system|library|applications)(?:\/|$)/;
const ofProcess = /^\/proc\/(?:\d+|self|thread-self|kcore|kmsg|kallsyms|keys|key-users|sysrq-trigger)(?:\/|$)/;
/** Where the views of commands are kept; a view may belong to another task. */
const ofStaging = /^\/(?:(?:private\/)?(?:var\/)?tmp|dev\/shm)\/artoo-\d+(?:-[^/]{6})?(?:\/|$)/;
const ofDevices = /^\/(?:dev\/(?!null$)|net\/)/;
const shown =
  /^\/(?:usr|bin|sbin|lib|lib32|lib64|libx32|opt|nix|gnu|snap|etc|tmp|proc|var\/tmp|sys\/devices\/system\/cpu|var\/lib\/(?:alternatives|apk|apt|ca-certificates|dpkg|gems|pacman|rpm|texmf)|dev\/null|system|library|applications|private\/(?:etc|tmp|var\/(?:tmp|folders)))(?:\/|$)/;
