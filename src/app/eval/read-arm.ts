/** An arm: one configuration to measure, as a person writes it after `--arm`: `model=gpt-5.4-mini,memory=off,kill=3`. */
import { resolve } from 'node:path';
import { type Layer, layer } from '../../config/config-layers.ts';
import { readConfigFile } from '../../config/files/config-file.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { suggestion } from '../../contracts/text/nearest.ts';
import { visible } from '../../contracts/text/visible.ts';
import { defaults } from '../../control/hyperparameters.ts';

export type Arm = {
  readonly name: string;
  /** The settings as written; runs are compared by them. */
  readonly settings: Readonly<Record<string, string>>;
  /** The layers that the arm puts above everything that is configured. */
  readonly over: readonly Layer[];
};

/** The arm that changes nothing. */
const plainArm: Arm = { name: 'as configured', settings: {}, over: [] };

const plainKeys = ['brain', 'tool', 'budget', 'max_tokens', 'max_cost', 'max_output_tokens', 'parallel', 'steps', 'context'] as const;
const constants = Object.keys(defaults);
const allKeys = ['name', 'model', ...plainKeys, 'memory', 'config', ...constants];

const maxName = 60;

/** Reads all arms, with names that differ. Throws `usage` for one that is impossible. */
export async function readArms(texts: readonly string[], cwd: string): Promise<readonly Arm[]> {
  const arms = texts.length === 0 ? [plainArm] : await Promise.all(texts.map((text) => readArm(text, cwd)));
  const twice = arms.find(({ name }, at) => arms.findIndex((other) => other.name === name) !== at);
  if (twice) throw new ArtooError('usage', `two arms have the name ${visible(twice.name)}; give one of them another name: --arm name=…`);
  return arms;
}

async function readArm(text: string, cwd: string): Promise<Arm> {
  const wrong = (why: string) => new ArtooError('usage', `--arm ${visible(text.slice(0, maxName))}: ${why}`);
  const pairs = text.split(',').map((part): readonly [string, string] => {
    const [, key = '', value = ''] = /^\s*([^=]+?)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
    if (key === '' || value === '') throw wrong('write settings and their values, such as --arm model=gpt-5.4-mini,memory=off');
    if (!allKeys.includes(key)) throw wrong(`${visible(key)} is not a setting of an arm; ${suggestion(key, allKeys)}`);
    return [key, value];
  });
  const settings = Object.fromEntries(pairs);
  if (Object.keys(settings).length < pairs.length) throw wrong('a setting occurs twice');
  const { name = text, config, ...set } = settings;
  if (name.length > maxName || /\p{Cc}/u.test(name)) throw wrong(`give it a name of at most ${maxName} characters: name=…`);
  return { name, settings, over: [layerOf(set, text), ...(config === undefined ? [] : [await overlay(config, cwd)])] };
}

function layerOf({ model, memory, ...set }: Readonly<Record<string, string>>, text: string): Layer {
  const plain = Object.fromEntries(plainKeys.flatMap((key) => (set[key] === undefined ? [] : [[key, set[key]]])));
  const control = Object.fromEntries(constants.flatMap((key) => (set[key] === undefined ? [] : [[key, set[key]]])));
  const raw = {
    ...(model === undefined ? {} : { brain: model, tool: model }),
    ...plain,
    ...(memory === undefined ? {} : { memory: { on: true, off: false }[memory] ?? memory }),
    ...(Object.keys(control).length === 0 ? {} : { control }),
  };
  const named = (path: readonly string[]) => `--arm ${visible(text.slice(0, maxName))}: ${path.at(-1) ?? ''}`;
  return layer(raw, { name: 'flags', from: () => `--arm ${text}`, subject: named });
}

async function overlay(path: string, cwd: string): Promise<Layer> {
  const file = await readConfigFile(resolve(cwd, path), path);
  if (!file) throw new ArtooError('usage', `--arm config=${visible(path)}: there is no such file`);
  return { ...file, name: 'flags' };
}
