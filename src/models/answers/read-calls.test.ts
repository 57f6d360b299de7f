import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import { readCalls } from './read-calls.ts';

const offered = ['glob', 'write_file', 'report_infeasible'];
const read = (text: string) => readCalls(text, offered);

const glob = (pattern = '*.ts') => ({ tool: 'glob', input: { pattern } });
const write = (content: Json) => ({ tool: 'write_file', input: { path: 'a', content } });
const one = '{"name": "glob", "arguments": {"pattern": "*.ts"}}';
const other = '{"name": "glob", "arguments": {"pattern": "*.md"}}';

describe('a call is read in the marks of', () => {
  test.each([
    ['Hermes', `<tool_call>\n${one}\n</tool_call>`],
    ['Qwen, which forgets the closing mark', `<tool_call>\n${one}\n`],
    ['Qwen, at the end of its turn', `<tool_call>\n${one}\n</tool_call><|im_end|>`],
    ['Qwen, without the closing mark at the end of its turn', `<tool_call>${one}<|im_end|>\n`],
    ['Qwen, in a small model', `<tool_call>\n{'name': 'glob', 'arguments': {'pattern': '*.ts',}}\n</tool_call>`],
    ['Qwen Coder', '<tool_call>\n<function=glob>\n<parameter=pattern>\n*.ts\n</parameter>\n</function>\n</tool_call>'],
    ['Qwen Coder, which forgets the first mark', '<function=glob>\n<parameter=pattern>\n*.ts\n</parameter>\n</function>\n</tool_call>'],
    ['GLM', '<tool_call>glob\n<arg_key>pattern</arg_key>\n<arg_value>*.ts</arg_value>\n</tool_call>'],
    ['Llama', '<function=glob>{"pattern": "*.ts"}</function>'],
    ['Llama, which forgets the closing mark', '<function=glob>{"pattern": "*.ts"}<|eot_id|>'],
    ['Llama with its own tool', '<|python_tag|>{"type": "function", "name": "glob", "parameters": {"pattern": "*.ts"}}<|eom_id|>'],
    ['Mistral', '[TOOL_CALLS] [{"name": "glob", "arguments": {"pattern": "*.ts"}, "id": "123456789"}]</s>'],
    ['Mistral since 2025', '[TOOL_CALLS]glob{"pattern": "*.ts"}</s>'],
    ['Mistral with an id', '[TOOL_CALLS]glob[CALL_ID]123456789[ARGS]{"pattern": "*.ts"}'],
    ['gpt-oss', '<|channel|>commentary to=functions.glob <|constrain|>json<|message|>{"pattern": "*.ts"}<|call|>'],
    ['gpt-oss, with its role', '<|start|>assistant<|channel|>commentary to=functions.glob<|message|>{"pattern": "*.ts"}<|call|>'],
    [
      'gpt-oss, with the recipient in front',
      '<|start|>assistant to=functions.glob<|channel|>commentary json<|message|>{"pattern": "*.ts"}',
    ],
    ['Claude', '<function_calls>\n<invoke name="glob">\n<parameter name="pattern">*.ts</parameter>\n</invoke>\n</function_calls>'],
    [
      'DeepSeek V3',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>glob\n```json\n{"pattern": "*.ts"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    ],
    [
      'DeepSeek V3.1',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>glob<｜tool▁sep｜>{"pattern": "*.ts"}<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>',
    ],
    [
      'Kimi',
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.glob:0<|tool_call_argument_begin|>{"pattern": "*.ts"}<|tool_call_end|><|tool_calls_section_end|>',
    ],
    ['nobody, with a label and a name', 'Tool call: glob {"pattern": "*.ts"}'],
    ['nobody, with a label and an object', 'tool_call: {"tool": "glob", "input": {"pattern": "*.ts"}}'],
    ['nobody, with a label in bold print and a fence', '**Tool call:**\n```json\n{"tool": "glob", "args": {"pattern": "*.ts"}}\n```'],
    ['Hermes, in a fence around all of it', `\`\`\`xml\n<tool_call>\n${one}\n</tool_call>\n\`\`\``],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual({ calls: [glob()], text: '' });
  });
});

describe('a call is read as all that is said', () => {
  test.each([
    ['alone', one],
    ['in a fence', `\`\`\`json\n${one}\n\`\`\``],
    ['in a fence that is never closed', `~~~\n${one}`],
    ['before the end of a turn', `${one}<|eot_id|>`],
    ['in a list', `[${one}]`],
    ['with other words for the same', '{"tool": "glob", "input": {"pattern": "*.ts"}}'],
    ['with an action', '{"thought": "Look first.", "action": "glob", "action_input": {"pattern": "*.ts"}}'],
    ['with a function', '{"function": "glob", "args": {"pattern": "*.ts"}}'],
    ['as OpenAI has it', '{"id": "call_1", "type": "function", "function": {"name": "glob", "arguments": "{\\"pattern\\": \\"*.ts\\"}"}}'],
    ['as Python has it', "{'name': 'glob', 'parameters': {'pattern': '*.ts'}}"],
    ['with its input as a text that is only almost JSON', `{"name": "glob", "arguments": "{'pattern': '*.ts'}"}`],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual({ calls: [glob()], text: '' });
  });
});

describe('what else is said is kept', () => {
  test.each([
    ['before a call', `I'll look.\n<tool_call>${one}</tool_call>`, "I'll look."],
    ['before a label', 'I look.\nTool call: glob {"pattern": "*.ts"}', 'I look.'],
    ['before and behind a special token', 'So: [TOOL_CALLS]glob{"pattern": "*.ts"} Done.', 'So:  Done.'],
    ['with a fence that is closed', `\`\`\`sh\nls\n\`\`\`\n<tool_call>${one}</tool_call>`, '```sh\nls\n```'],
    [
      'as reasoning',
      `<think>Use ${other}.</think>\n<tool_call>${one}</tool_call>`,
      '<think>Use {"name": "glob", "arguments": {"pattern": "*.md"}}.</think>',
    ],
    ['as reasoning before an object', `<think>Look.</think>\n\n${one}`, '<think>Look.</think>'],
    [
      'as reasoning that was opened in the prompt',
      `Look with <tool_call>.</think><tool_call>${one}</tool_call>`,
      'Look with <tool_call>.</think>',
    ],
    ['as reasoning that was opened in the prompt, before an object', `{"pattern"} it is.</think>${one}`, '{"pattern"} it is.</think>'],
    ['as reasoning behind', `<tool_call>${one}</tool_call><think>Right?`, '<think>Right?'],
    [
      'in a channel for reasoning',
      '<|channel|>analysis<|message|>Look.<|end|><|start|>assistant<|channel|>commentary to=functions.glob<|message|>{"pattern": "*.ts"}<|call|>',
      '<|channel|>analysis<|message|>Look.<|end|>',
    ],
  ])('%s', (_, text, rest) => {
    expect(read(text)).toEqual({ calls: [glob()], text: rest });
  });
});

describe('several calls are read in order', () => {
  test.each([
    ['in marks', `<tool_call>${one}</tool_call>\n<tool_call>\n${other}\n</tool_call>`],
    ['in one mark', `<tool_call>[${one}, ${other}]</tool_call>`],
    ['in functions', '<function=glob>{"pattern": "*.ts"}</function><function=glob>{"pattern": "*.md"}</function>'],
    ['in a list', `[${one}, ${other}]`],
    ['of Mistral', `[TOOL_CALLS][${one}, ${other}]`],
    ['of Mistral, one by one', '[TOOL_CALLS]glob{"pattern": "*.ts"}[TOOL_CALLS]glob{"pattern": "*.md"}'],
    ['of Llama', `<|python_tag|>${one}; ${other}`],
    [
      'of gpt-oss',
      '<|channel|>commentary to=functions.glob<|message|>{"pattern": "*.ts"}<|call|><|start|>assistant<|channel|>commentary to=functions.glob<|message|>{"pattern": "*.md"}<|call|>',
    ],
    [
      'of Claude',
      '<function_calls><invoke name="glob"><parameter name="pattern">*.ts</parameter></invoke><invoke name="glob"><parameter name="pattern">*.md</parameter></invoke></function_calls>',
    ],
    [
      'of DeepSeek',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>glob<｜tool▁sep｜>{"pattern": "*.ts"}<｜tool▁call▁end｜><｜tool▁call▁begin｜>glob<｜tool▁sep｜>{"pattern": "*.md"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    ],
    [
      'of Kimi',
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.glob:0<|tool_call_argument_begin|>{"pattern": "*.ts"}<|tool_call_end|><|tool_call_begin|>functions.glob:1<|tool_call_argument_begin|>{"pattern": "*.md"}<|tool_call_end|>',
    ],
    ['with labels', 'Tool call: glob {"pattern": "*.ts"}\nTool call: glob {"pattern": "*.md"}'],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual({ calls: [glob('*.ts'), glob('*.md')], text: '' });
  });
});

describe('an input is untouched', () => {
  const content =
    '<think>no</think>\n<tool_call>{"name": "glob", "arguments": {}}</tool_call>\n[TOOL_CALLS]glob{"pattern": "x"}\n</think> ```';

  test.each([
    ['in a mark', `<tool_call>${JSON.stringify({ name: 'write_file', arguments: { path: 'a', content } })}</tool_call>`],
    ['alone', JSON.stringify({ name: 'write_file', arguments: { path: 'a', content } })],
    ['behind a special token', `[TOOL_CALLS]write_file${JSON.stringify({ path: 'a', content })}`],
    ['in tags', `<function=write_file><parameter=path>a</parameter><parameter=content>\n${content}\n</parameter></function>`],
  ])('%s, with marks in its text', (_, text) => {
    expect(read(text)?.calls).toEqual([write(content)]);
  });

  test.each<[string, string, Json]>([
    ['text', 'some text', 'some text'],
    ['text without the line breaks next to its tags', '\n\n one\n two\n\n', '\n one\n two\n'],
    ['text without the line breaks of Windows next to its tags', '\r\none\r\n', 'one'],
    ['nothing', '', ''],
    ['a number', '42', 42],
    ['a number below zero', '\n-0.5\n', -0.5],
    ['what only looks like a number', '007', '007'],
    ['a number with space', ' 1', ' 1'],
    ['a number that is too long', '12345678901234567890', '12345678901234567890'],
    ['a truth value', 'true', true],
    ['no truth value', 'True', 'True'],
    ['an object, which may well be the content of a file', '{"a": 1}', '{"a": 1}'],
    ['a list, for the same reason', '[1, 2]', '[1, 2]'],
    ['entities, as they are', '&lt;b&gt; &amp;', '&lt;b&gt; &amp;'],
    ['tags of another kind', '<b>x</b></content>', '<b>x</b></content>'],
  ])('in tags, with %s as its value', (_, value, content_) => {
    const text = `<function=write_file><parameter=path>a</parameter><parameter=content>${value}</parameter></function>`;
    expect(read(text)).toEqual({ calls: [write(content_)], text: '' });
    const invoked = `<function_calls><invoke name="write_file"><parameter name="path">a</parameter><parameter name="content">${value}</parameter></invoke></function_calls>`;
    expect(read(invoked)).toEqual({ calls: [write(content_)], text: '' });
  });

  test('with a prototype as a key, which does no harm', () => {
    const [call] = read('<function=glob><parameter=__proto__>x</parameter></function>')?.calls ?? [];
    expect(Object.entries(call?.input ?? {})).toEqual([['__proto__', 'x']]);
    const [bare] = read('{"name": "glob", "arguments": {"__proto__": {"polluted": true}}}')?.calls ?? [];
    expect(Object.keys(bare?.input ?? {})).toEqual(['__proto__']);
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('plain text is', () => {
  test.each([
    ['nothing', ''],
    ['prose', 'I have looked at everything.'],
    ['prose about a tool', 'I would call glob with {"pattern": "*.ts"}.'],
    ['an object of another kind', '{"status": "done", "files": ["a.ts"]}'],
    ['a list of another kind', '["a.ts", "b.ts"]'],
    ['an empty list', '[]'],
    ['an object with marks in its text', JSON.stringify({ note: `<tool_call>${one}</tool_call> [TOOL_CALLS]glob{"pattern": "x"}` })],
    ['the description of a tool', '{"name": "glob", "description": "List files", "parameters": {"type": "object"}}'],
    ['a call behind prose without marks', `I call it: ${one}`],
    ['a call before prose without marks', `${one}\nThat is the call.`],
    ['two calls without marks', `${one}\n${other}`],
    ['a call in one of two fences', `\`\`\`json\n${one}\n\`\`\`\n\`\`\`\nx\n\`\`\``],
    ['a call in a sentence', `Write <tool_call>${one}</tool_call> to call it.`],
    ['a call at the end of a sentence', `To call it, write <tool_call>${one}</tool_call>`],
    ['a call with words behind it', `<tool_call>${one}</tool_call>\nThis is how it is called.`],
    ['a call with words between', `<tool_call>${one}</tool_call>\nor\n<tool_call>${other}</tool_call>`],
    ['a call with a result that the model made up', `<tool_call>${one}</tool_call>\n<tool_response>a.ts</tool_response>`],
    ['a call in a fence that documents it', `Like this:\n\`\`\`xml\n<tool_call>${one}</tool_call>\n\`\`\``],
    ['a call in a fence that is never closed', `Like this:\n\`\`\`\n<tool_call>${one}</tool_call>`],
    ['a call in a quotation', `> <tool_call>${one}</tool_call>`],
    ['a label in a sentence', 'The Tool call: glob {"pattern": "*.ts"}'],
    ['a label with words behind its call', 'Tool call: glob {"pattern": "*.ts"}\nThen I read them.'],
    ['a label with words', 'Tool call: I looked for files.'],
    ['reasoning', `<think><tool_call>${one}</tool_call></think>`],
    ['reasoning with a special token', `<think>[TOOL_CALLS]glob{"pattern": "x"}`],
    ['reasoning that was opened in the prompt', `<tool_call>${one}</tool_call></think>Done.`],
    ['an object in reasoning', `<think>${one}</think>`],
    ['an object in reasoning that was opened in the prompt', `${one}</think>`],
    ['a call in a channel for reasoning', '<|channel|>analysis to=functions.glob<|message|>{"pattern": "*.ts"}<|call|>'],
    ['prose, reasoning and an object', `Well. <think>x</think>${one}`],
    ['a tool that is not on offer', '<tool_call>{"name": "rm", "arguments": {}}</tool_call>'],
    ['a tool in other letters', '<tool_call>{"name": "Glob", "arguments": {}}</tool_call>'],
    ['a tool from the prototype', '<function=__proto__>{}</function>'],
    ['a tool without a name', '<tool_call>{"name": "", "arguments": {}}</tool_call>'],
    ['a tool that is a list', '<tool_call>{"name": ["glob"], "arguments": {}}</tool_call>'],
    ['one tool on offer and one that is not', `<tool_call>${one}</tool_call><tool_call>{"name": "rm", "arguments": {}}</tool_call>`],
    ['one call in a list with something else', `[${one}, {"note": "x"}]`],
    ['an empty list beside a call', `<tool_call>[]</tool_call><tool_call>${one}</tool_call>`],
    ['the description of a function', '{"description": "x", "function": {"name": "glob", "arguments": {}}}'],
    ['two names', '{"name": "glob", "tool": "write_file", "arguments": {}}'],
    ['two inputs', '{"name": "glob", "arguments": {}, "input": {"pattern": "x"}}'],
    ['no input', '{"name": "glob"}'],
    ['an input that is null', '{"name": "glob", "arguments": null}'],
    ['an input that is a list', '{"name": "glob", "arguments": ["*.ts"]}'],
    ['an input that is a text', '{"name": "glob", "arguments": "*.ts"}'],
    ['an input that is a text with more than an object', '{"name": "glob", "arguments": "{} and more"}'],
    ['an input that is not JSON any more', '{"name": "glob", "arguments": {"pattern": 1e999}}'],
    ['an input that is nested too deep', `{"name": "glob", "arguments": {"pattern": ${'['.repeat(150)}${']'.repeat(150)}}}`],
    ['an input of a function that is a list', '<function=glob>["*.ts"]</function>'],
    ['a function in a function', '{"function": {"function": {"name": "glob", "arguments": {}}}}'],
    ['a call that is cut off', '<tool_call>{"name": "glob", "arguments": {"pattern": "*.ts"}'],
    ['a call that is cut off behind a whole one', `<tool_call>${one}</tool_call><tool_call>{"name": "glob", "argu`],
    ['an object that is cut off', '{"name": "glob", "arguments": {"pattern": "*.ts"}'],
    ['a mark without a call', '<tool_call>'],
    ['a mark without its end before another', `<tool_call>${one}<tool_call>${other}</tool_call>`],
    ['a mark with the wrong end', `<tool_call>${one}</function>`],
    ['a tag that is cut off', '<function=glob><parameter=pattern>*.ts'],
    ['a tag that is not closed', '<function=glob><parameter=pattern>*.ts</function>'],
    ['a function that is not closed', '<function=glob><parameter=pattern>*.ts</parameter>'],
    ['a tag in another', '<function=glob><parameter=root>a<parameter=pattern>b</parameter></function>'],
    ['a tag twice', '<function=glob><parameter=pattern>a</parameter><parameter=pattern>b</parameter></function>'],
    ['words between tags', '<function=glob>so: <parameter=pattern>a</parameter></function>'],
    ['an invocation that is cut off', '<function_calls><invoke name="glob"><parameter name="pattern">*.ts</parameter>'],
    ['tags of GLM that are cut off', '<tool_call>glob\n<arg_key>pattern</arg_key>\n<arg_value>*.ts</arg_value>'],
    ['a special token without a call', '[TOOL_CALLS] none'],
    ['a special token with a call that is cut off', '[TOOL_CALLS] [{"name": "glob", "arguments": {}}'],
    ['a special token with an input that is broken', '[TOOL_CALLS]glob{"pattern": oops}'],
    ['code for its own tool', '<|python_tag|>glob.call(pattern="*.ts")'],
    ['a message of gpt-oss to somebody else', '<|channel|>commentary to=browser.search<|message|>{"pattern": "*.ts"}<|call|>'],
    ['a preamble of gpt-oss', '<|channel|>commentary<|message|>{"pattern": "*.ts"}<|end|>'],
    [
      'a fence of DeepSeek that is not closed',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>glob\n```json\n{"pattern": "*"}<｜tool▁call▁end｜>',
    ],
    [
      'a call of Kimi without its name',
      '<|tool_calls_section_begin|><|tool_call_begin|>tool_call_1<|tool_call_argument_begin|>{"pattern": "*"}<|tool_call_end|>',
    ],
    ['YAML', 'tool: glob\npattern: "*.ts"'],
  ])('%s', (_, text) => {
    expect(read(text)).toBeUndefined();
  });

  test('everything, where nothing is on offer', () => {
    expect(readCalls(one, [])).toBeUndefined();
  });
});

describe('for any text', () => {
  const part = fc.constantFrom(
    ...[
      '<tool_call>',
      '</tool_call>',
      '<function=glob>',
      '<function=rm>',
      '</function>',
      '<parameter=pattern>',
      '</parameter>',
      '<function_calls>',
      '</function_calls>',
    ],
    ...[
      '<invoke name="glob">',
      '</invoke>',
      '<parameter name="a">',
      '[TOOL_CALLS]',
      '<|python_tag|>',
      '<|call|>',
      '<|im_end|>',
      '<arg_key>a</arg_key>',
      '<arg_value>',
    ],
    ...[
      '<|channel|>commentary to=functions.glob<|message|>',
      '<|channel|>analysis<|message|>',
      '<｜tool▁calls▁begin｜>',
      '<｜tool▁call▁begin｜>glob<｜tool▁sep｜>',
    ],
    ...[
      'Tool call:',
      '<think>',
      '</think>',
      '```',
      '\n',
      ' ',
      'glob',
      'rm',
      '{}',
      '{',
      '}',
      '[',
      ']',
      ',',
      '"',
      'x',
      one,
      other,
      '{"name": "rm", "arguments": {}}',
    ],
  );
  const text = fc.array(fc.oneof({ weight: 20, arbitrary: part }, fc.string()), { maxLength: 12 }).map((parts) => parts.join(''));

  test('nothing is thrown, and only tools on offer are called, with an object each', () => {
    fc.assert(
      fc.property(text, fc.subarray(['glob', 'rm', 'x']), (given, names) => {
        for (const { tool, input } of readCalls(given, names)?.calls ?? []) {
          expect(names).toContain(tool);
          expect(input).toEqual(expect.any(Object));
          expect(input).not.toBeInstanceOf(Array);
        }
      }),
      { numRuns: 10_000 / oneIn(10) },
    );
  });

  test('nothing that is in reasoning is called', () => {
    fc.assert(
      fc.property(text, (given) => {
        const thought = `<think>${given.replaceAll('</think>', '')}`;
        expect(read(thought)).toBeUndefined();
        expect(read(`${given.replaceAll(/<think>|<\|channel\|>analysis/g, '')}</think>Done.`)).toBeUndefined();
      }),
      { numRuns: 3_000 / oneIn(10) },
    );
  });

  test('a call that is cut off anywhere is no other call', () => {
    const input = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true });
    fc.assert(
      fc.property(input, fc.nat(), fc.nat({ max: 4 }), (given, at, form) => {
        const args = JSON.stringify(given);
        const whole =
          [
            `<tool_call>{"name": "glob", "arguments": ${args}}</tool_call>`,
            `{"name": "glob", "arguments": ${args}}`,
            `[TOOL_CALLS]glob${args}`,
            `<function=glob>${args}</function>`,
            `<|channel|>commentary to=functions.glob<|message|>${args}<|call|>`,
          ][form] ?? '';
        const expected = { calls: [{ tool: 'glob', input: JSON.parse(args) }], text: '' };
        expect(read(whole)).toEqual(expected);
        expect([undefined, JSON.stringify(expected.calls)]).toContain(JSON.stringify(read(whole.slice(0, at % whole.length))?.calls));
      }),
      { numRuns: 2_000 / oneIn(10) },
    );
  });
});

test.each([
  '<tool_call>',
  '<tool_call>{',
  `<tool_call>${one}</tool_call>`,
  '<function=glob>',
  '<function=glob><parameter=a>',
  '<function_calls><invoke name="glob">',
  '[TOOL_CALLS]glob{"a":1}',
  '<|python_tag|>{',
  '<|channel|>commentary to=functions.glob',
  '<｜tool▁calls▁begin｜>',
  'Tool call: ',
  'Tool call:\n',
  '<think>',
  '</think>',
  '</think>{',
  '</think><tool_call>{',
  '```\n',
  ' ',
  '[',
  '{"name":',
])('a megabyte of %j is read without a throw', (part) => {
  expect(() => read(part.repeat(1_000_000 / part.length))).not.toThrow();
});
