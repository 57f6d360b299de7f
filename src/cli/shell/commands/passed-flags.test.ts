import { expect, test } from 'vitest';
import type { Flags } from '../../../config/config-layers.ts';
import type { Command } from '../../command.ts';
import { parseFlags } from '../../flags/flags.ts';
import { log } from '../../log/log.ts';
import { doctor } from '../../machine/doctor.ts';
import { memory } from '../../memory/memory.ts';
import { passedFlags } from './passed-flags.ts';

const given: Flags = { data: '/data', model: '-odd', 'key-env': 'MY_KEY', workspace: '/work', allow: ['shell(ls)'], plan: true };

test.each<[string, Command, readonly string[], Record<string, unknown>]>([
  ['doctor gets the models', doctor, [], { data: '/data', model: '-odd', 'key-env': 'MY_KEY', workspace: '/work' }],
  ['doctor gets other models where they are named', doctor, ['--brain', 'b'], { data: '/data', workspace: '/work', brain: 'b' }],
  ['doctor gets other models by a letter', doctor, ['-m', 'b'], { data: '/data', workspace: '/work', model: 'b' }],
  ['another folder overrules', doctor, ['--brain=b', '--data', '/other'], { data: '/other', workspace: '/work', brain: 'b' }],
  ['log gets what it takes', log, ['last'], { data: '/data' }],
  ['memory gets no model where it asks none', memory, ['show'], { data: '/data' }],
  ['memory gets none for its overview', memory, [], { data: '/data' }],
  ['memory gets the models for its dreams', memory, ['dream'], { data: '/data', model: '-odd', 'key-env': 'MY_KEY' }],
  ['memory gets another one where it is named', memory, ['dream', '--brain', 'b'], { data: '/data', brain: 'b' }],
])('%s', (_, command, words, expected) => {
  expect(parseFlags([...passedFlags(command, given, words), ...words], command.flags).flags).toEqual(expected);
});

test('a key is passed only together with a model', () => {
  expect(passedFlags(memory, { tool: 't', 'key-env': 'MY_KEY' }, ['dream'])).toEqual([]);
});
