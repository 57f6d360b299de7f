/**
 * The rules in effect for one run of artoo, each with its source. All sources are combined; a project's own file may forbid and ask, but never allow.
 */
import { realpathSync } from 'node:fs';
import { whyNeverFree } from '../laws/places/free-places.ts';
import { absolutePath, isWithin } from '../laws/places/posix-path.ts';
import { folderAt } from '../laws/rules/path-pattern.ts';
import { type Rule, readRule } from '../laws/rules/read-rule.ts';
import type { RuleSet } from '../laws/rules/rules.ts';
import { invalid, type Layer, type Sourced } from './config-layers.ts';
import type { Surroundings } from './folders.ts';

type List = keyof RuleSet;

export type ConfiguredRules = { readonly [L in List]: readonly Sourced<Rule>[] } & {
  /** What a person should know about these rules. */
  readonly notes: readonly string[];
};

/** In a rule, `./` is the folder of the task, whichever file the rule is in. Throws `usage` or `config_invalid` for a text that is not a rule. */
export function rulesIn(layers: readonly Layer[], surroundings: Surroundings, pathFolders: readonly string[] = []): ConfiguredRules {
  const isIgnored = ({ name }: Layer, list: List) => name === 'project' && list === 'allow';
  const listed = (list: List): readonly Sourced<Rule>[] =>
    layers
      .filter((layer) => !isIgnored(layer, list))
      .flatMap((layer) => layer.values[list].flatMap((text, at) => read(text, list, at, layer, surroundings)));
  const ignored = layers.filter((layer) => isIgnored(layer, 'allow') && layer.values.allow.length > 0);
  const allow = listed('allow');
  return {
    allow,
    ask: listed('ask'),
    deny: listed('deny'),
    notes: [
      ...ignored.map(
        ({ from }) =>
          `the project's file cannot allow anything (${from(['allow'])}): what it allows is ignored, and what it forbids applies; artoo trust shows what it would allow`,
      ),
      ...allow.flatMap((rule) => freesNothing(rule, surroundings.home, pathFolders)),
    ],
  };
}

/** A note about a rule that is valid in itself but has no effect, for example because it names a folder that is on PATH in this shell. */
function freesNothing({ value: rule, from }: Sourced<Rule>, home: string, pathFolders: readonly string[]): readonly string[] {
  const why = rule.tool === 'folder' ? whyNeverFree(folderAt(rule.path), { home, pathFolders, dataFolder: '' }) : undefined;
  return why === undefined ? [] : [`${rule.text} (${from}) has no effect: ${why}`];
}

/** The rule in a text; empty if it applies to another folder. */
function read(text: string, list: List, at: number, layer: Layer, surroundings: Surroundings): readonly Sourced<Rule>[] {
  const path = [list, String(at)];
  const { rule: what, folder } = scopeOf(text);
  const rule = readRule(what, surroundings, list);
  if ('wrong' in rule) throw invalid(layer, path, rule.wrong);
  if (folder !== undefined && /^~[^/]/.test(folder)) throw invalid(layer, path, `${text.trim()}: a folder must begin with ~/ or /`);
  if (folder !== undefined && !isIn(folder, surroundings)) return [];
  return [{ value: { ...rule, text: text.trim() }, from: layer.from(path) }];
}

/** Whether the task is in a folder. Compares real paths: a link to the folder counts, a link in it that leads out does not. */
function isIn(folder: string, { home, cwd }: Surroundings): boolean {
  const real = (path: string): string => {
    try {
      return realpathSync(path);
    } catch {
      return path; // missing, or not accessible
    }
  };
  return isWithin(real(absolutePath('/', folder.replace(/^~/, home))), real(cwd));
}

/** `shell(npm test) in ~/project`: a rule for tasks in one folder and below. */
function scopeOf(text: string): { readonly rule: string; readonly folder?: string } {
  const [, rule, folder] = /^(.*\)) in ((?:~|\/).*)$/s.exec(text.trim()) ?? [];
  return rule === undefined || folder === undefined ? { rule: text } : { rule, folder };
}

/** The rule as it is written for one folder. */
export const ruleIn = (rule: string, folder: string): string => `${rule} in ${folder}`;
