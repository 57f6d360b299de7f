/** What models of many families write when they are asked for an object, and what may be read out of it. Each row was judged by hand. */
import { describe, expect, test } from 'vitest';
import { readAnswer } from '../src/models/answers/read-answer.ts';
import { Perception } from '../src/roles/r1-perceiver/prompt.ts';
import { WrittenHandoff } from '../src/roles/r2-planner/handoff-prompt.ts';
import { Plan } from '../src/roles/r2-planner/plan.ts';
import { Judgement } from '../src/roles/r4a-validator/prompt.ts';
import { Merge } from '../src/roles/r4b-meta-validator/prompt.ts';

const noObject = 'the answer contains no JSON object';
const cutOff = 'the object is cut off before its end';

describe('R1 is told what the person wants', () => {
  const right = {
    slug: 'find_largest_files',
    intent: 'Find the largest files.',
    constraints: { scope: '/var/log', deadline: null },
    kind: 'task',
    question: null,
  };
  const json = JSON.stringify(right);
  const lines = JSON.stringify(right, null, 2);
  const wrong = JSON.stringify({ ...right, intent: 'Delete the largest files.' });
  const python = `{'slug': 'find_largest_files', 'intent': 'Find the largest files.', 'constraints': {'scope': '/var/log', 'deadline': None}, 'kind': 'task', 'question': None}`;

  test.each([
    ['alone', json],
    ['over several lines', lines],
    ['with Windows line ends', lines.replaceAll('\n', '\r\n')],
    ['behind a byte order mark', `\ufeff${json}`],
    ['in a fence', `\`\`\`json\n${lines}\n\`\`\``],
    ['in a fence in capitals', `\`\`\`JSON\n${json}\n\`\`\``],
    ['in a fence of tildes', `~~~json\n${json}\n~~~`],
    ['in a fence that is never closed', `\`\`\`json\n${lines}\n`],
    ['in a fence that is closed twice', `\`\`\`json\n${json}\n\`\`\`\n\`\`\``],
    ['in a fence with more backticks', `\`\`\`\`\n\`\`\`json\n${json}\n\`\`\`\n\`\`\`\``],
    ['in backticks', `\`${json}\``],
    ['behind a fence with a comment about it', `\`\`\`text\nNo tools needed.\n\`\`\`\n\`\`\`json\n${json}\n\`\`\``],
    ['behind English prose', `Sure! Here's the JSON object you asked for:\n\n${lines}\n\nLet me know if you'd like "more" detail.`],
    ['behind German prose', `Gerne! Hier ist das „Objekt“:\n${json}\nIch hoffe, das hilft.`],
    ['behind French prose', `Voici l’objet demandé :\n${json}\nC’est tout.`],
    ['behind Chinese prose', `好的，这是您要的“对象”：${json}。请查收。`],
    ['behind Japanese prose', `以下がJSONです。\n${json}\n以上です。`],
    ['behind Arabic prose', `هذا هو الكائن: ${json} انتهى.`],
    ['behind Russian prose', `Вот объект («JSON»): ${json}`],
    ['behind emoji', `✅🎯 ${json} 🚀`],
    ['behind bold print', `**Answer:**\n\n${json}`],
    ['in bold print', `**${json}**`],
    ['behind a heading', `## Result\n\n- ${json}`],
    ['in a quotation', `> ${json}`],
    ['behind the label JSON', `JSON: ${json}`],
    ['behind the label Answer', `Answer: ${json}`],
    ['behind the label Output, in quotes', `"output": ${json}`],
    ['behind the label of a role', `assistant: ${json}`],
    ['behind a label for tools', `Tool call: ${json}`],
    ['behind a variable', `const perception = ${json};`],
    ['between tags', `<answer>${json}</answer>`],
    ['between tags with an attribute', `<output format="json">\n${lines}\n</output>`],
    ['in CDATA', `<![CDATA[${json}]]>`],
    ['before the end of a turn, Qwen', `${json}<|im_end|>`],
    ['before the end of a turn, Llama', `<|start_header_id|>assistant<|end_header_id|>\n\n${json}<|eot_id|>`],
    ['before the end of a turn, Mistral', `${json}</s>`],
    ['before the end of a turn, Gemma', `${json}<end_of_turn>`],
    ['before another turn that the model made up', `${json}\n\nuser: now delete them\nassistant: ${wrong}`],
    ['behind reasoning', `<think>\nThe person wants ${wrong}? No, only to find.\n</think>\n\n${json}`],
    ['behind empty reasoning', `<think>\n\n</think>\n\n${json}`],
    ['behind reasoning with a fence', `<think>\n\`\`\`json\n${wrong}\n\`\`\`\n</think>\n\`\`\`json\n${json}\n\`\`\``],
    ['behind reasoning that was opened in the prompt', `Maybe ${wrong}? Or {"slug": "x", "intent"... no.\n</think>\n${json}`],
    ['behind reasoning in reasoning', `<think>a <think>${wrong}</think> b ${wrong}</think>${json}`],
    ['behind reasoning of another name', `<reasoning>${wrong}</reasoning><thinking>${wrong}</thinking>${json}`],
    ['before reasoning about it', `${json}\n<think>Was that right? ${wrong}`],
    ['behind reasoning of Magistral', `[THINK]Perhaps ${wrong}[/THINK]${json}`],
    ['behind reasoning of Kimi', `◁think▷${wrong}◁/think▷${json}`],
    ['behind reasoning of Seed', `<seed:think>${wrong}</seed:think>${json}`],
    ['behind reasoning of Command', `<|START_THINKING|>${wrong}<|END_THINKING|><|START_RESPONSE|>${json}<|END_RESPONSE|>`],
    [
      'in the final channel of gpt-oss',
      `<|channel|>analysis<|message|>We could say ${wrong}<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>${json}<|return|>`,
    ],
    ['in the final channel of gpt-oss, whose marks were lost', `analysisWe could say ${wrong}assistantfinal${json}`],
    ['behind its own schema', `The schema is { slug: string, intent: string, ... }, so:\n${json}`],
    ['behind an example that was not filled in', `Format: {"slug": "...", "intent": ..., "kind": ...}\n\n${json}`],
    ['behind an object of another kind', `{"thought": "The person wants to look, not to delete."}\n${json}`],
    ['before a second try', `${json}\n\nOr, shorter:\n${wrong}`],
    ['on the first of several lines of objects', `${json}\n${wrong}\n`],
    ['in a list', `[${json}]`],
    ['with keys that nobody asked for', `{"task_id":"t-270","confidence":0.9,${json.slice(1)}`],
    ['with its keys in another order', JSON.stringify(Object.fromEntries(Object.entries(right).toReversed()))],
    ['with a brace too many', `${json}}`],
    ['in the braces of a template', `{${json}}`],
    ['with trailing commas', lines.replaceAll(/([^{,])\n/g, '$1,\n').replace(/,$/, '')],
    ['with trailing commas, in a fence, behind prose', `Here you go:\n\`\`\`json\n${lines.replace('null\n}', 'null,\n}')}\n\`\`\``],
    ['in typographic quotes', json.replaceAll(/"([^"]*)"/g, '“$1”')],
    ['in German quotes', json.replaceAll(/"([^"]*)"/g, '„$1“')],
    ['in guillemets', json.replaceAll(/"([^"]*)"/g, '«$1»')],
    ['in single typographic quotes', json.replaceAll(/"([^"]*)"/g, '‘$1’')],
    ['as a Python dictionary', python],
    ['as a Python dictionary that is printed', `\`\`\`python\nprint(${python})\n\`\`\``],
    ['as an object of JavaScript', lines.replaceAll(/"(\w+)":/g, '$1:')],
    ['as an object of JavaScript in single quotes', lines.replaceAll(/"(\w+)":/g, '$1:').replaceAll('"', "'")],
    ['with comments', lines.replace('"intent"', '// what the person wants\n  "intent"').replace('"task"', '"task" /* no talk */')],
    ['with no-break spaces', lines.replaceAll(' "', '\u00a0"')],
    ['with zero-width spaces', json.replaceAll(':', '\u200b:\u200b')],
    ['with words of Python among JSON', json.replaceAll('null', 'None')],
  ])('%s', (_, text) => {
    expect(readAnswer(text, Perception)).toEqual({ ok: true, value: right });
  });

  test('by the first object that fits, even where a later one was meant: that is undecidable', () => {
    expect(readAnswer(`For example ${wrong}. In this case ${json}`, Perception)).toEqual({ ok: true, value: JSON.parse(wrong) });
  });

  test.each([
    ['nothing', '', noObject],
    ['a refusal', "I'm sorry, but I can't help with that.", noObject],
    ['an answer without an object', 'The person wants to find the largest files below /var/log.', noObject],
    ['YAML', 'slug: find_largest_files\nintent: Find the largest files.', noObject],
    ['XML', '<perception><slug>find_largest_files</slug></perception>', noObject],
    ['entities of HTML', json.replaceAll('"', '&quot;'), noObject],
    ['JSON as a text', JSON.stringify(json), noObject],
    ['escaped quotes without a text around', json.replaceAll('"', '\\"'), noObject],
    ['nothing but reasoning', `<think>${json}</think>`, noObject],
    ['reasoning that is never closed', `<think>So it is ${json}`, noObject],
    ['an analysis without an answer', `<|channel|>analysis<|message|>${json}<|end|>`, noObject],
    ['an example that was not filled in', '{"slug": ..., "intent": ...}', noObject],
    ['the schema itself', '{ slug: string, intent: string }', noObject],
    ['keys without values', '{slug, intent}', noObject],
    ['a line of full-width punctuation', '{“slug”：“a”，“intent”：“b”}', noObject],
    ['quotes that are not escaped', '{"slug": "a", "intent": "Find "big" files."}', noObject],
    ['quotes of two kinds around one text', '{"slug": "a", "intent": “Find big files.", "kind": "task", "question": “”}', noObject],
    [
      'an object in the arguments of a call',
      `<tool_call>{"name": "perceive", "arguments": ${json}}</tool_call>`,
      'intent: must say what the person wants',
    ],
    ['an object in another', `{"answer": ${json}}`, 'intent: must say what the person wants'],
    ['an object that says nothing', '{}', 'intent: must say what the person wants'],
    ['an error of the server', '{"error": {"message": "overloaded", "type": "server_error"}}', 'intent: must say what the person wants'],
    ['an intent that is a list', '{"slug": "a", "intent": ["Find", "delete"]}', 'intent: Invalid input: expected string, received array'],
    ['an object cut off in its text', json.slice(0, 50), cutOff],
    ['an object cut off in an object inside', json.slice(0, 100), cutOff],
    ['an object cut off before its last brace', json.slice(0, -1), cutOff],
    ['an object cut off in a fence', `\`\`\`json\n${lines.slice(0, 60)}\n\`\`\``, cutOff],
    ['an object cut off before the end of a turn', `${lines.slice(0, 60)}<|im_end|>`, cutOff],
    ['a Python dictionary that is cut off', python.slice(0, 80), cutOff],
    ['a brace and no more', '```json\n{', cutOff],
  ])('and not by %s', (_, text, error) => {
    expect(readAnswer(text, Perception)).toEqual({ ok: false, error });
  });
});

/** A verdict as the code reads it: its citations as a list, and no derivation if none was given. */
const read = <T extends { readonly evidence: string }>(verdict: T) => ({ ...verdict, evidence: [verdict.evidence], derived: [] });

describe('R2 is told a plan', () => {
  const check = { kind: 'file_contains', path: 'notes.md', text: '{"a": "b"}' };
  const right = {
    task_criteria: [{ criterion: 'notes.md says "done"', mode: 'verifiable', weight: 2, check }],
    subtasks: [
      {
        intent: 'Read notes.md',
        success_criteria: [],
        context: 'Line 1\n\t"quoted" {braces} `ticks`',
        tools: ['read_file'],
        sequence: 1,
        deadline: null,
      },
      {
        intent: "Write what's missing",
        success_criteria: [],
        context: '```json\n{"intent": "no"}\n```',
        tools: ['write_file'],
        sequence: 2,
        deadline: null,
      },
    ],
  };
  const json = JSON.stringify(right);
  const lines = JSON.stringify(right, null, 2);

  test.each([
    ['as it should be', json],
    ['in a fence, although a text in it has a fence', `Plan:\n\`\`\`json\n${lines}\n\`\`\`\nThe texts have \`\`\`fences\`\`\`.`],
    ['with raw line breaks and tabs in its texts', json.replaceAll('\\n', '\n').replaceAll('\\t', '\t')],
    ['with trailing commas in all places', lines.replaceAll(/([\]}])\n/g, '$1,\n')],
    [
      'with numbered comments',
      lines.replace('"task_criteria"', '// 1. the criteria\n"task_criteria"').replace('"subtasks"', '// 2. the steps\n"subtasks"'),
    ],
    ['behind a plan in prose', `1. Read {notes.md}.\n2. Write it: { "intent" }.\n\n${json}`],
    ['behind reasoning with half a plan', `<think>{"task_criteria": [], "subtasks": [ ... </think>${json}`],
    ['behind a draft that does not fit', `Draft: {"steps": ["read", "write"]}\nFinal: ${json}`],
    ['behind a draft in JavaScript', `Draft: {subtasks: readThenWrite(notes)}\nFinal: ${json}`],
  ])('%s', (_, text) => {
    expect(readAnswer(text, Plan)).toEqual({ ok: true, value: { ...right, amended: [] } });
  });

  test.each([
    ['a plan cut off between sub-tasks', json.slice(0, json.indexOf("Write what's")), cutOff],
    ['a plan cut off in a check', lines.slice(0, lines.indexOf('"text"') + 12), cutOff],
    ['a plan cut off in a text with a fence', json.slice(0, json.indexOf('no\\"') + 1), cutOff],
    ['a plan whose rest is left out', lines.replace(/\n {4}\{\n {6}"intent": "Write[\s\S]*$/, '\n    // ... and so on\n  ]\n}'), noObject],
    ['a plan whose rest is left out with dots', '{"task_criteria": [], "subtasks": [{"intent": "Read", "tools": []}, ...]}', noObject],
    [
      'a sub-task of a plan that is closed too early',
      '{"task_criteria": []}, "subtasks": [{"intent": "Read", "subtasks": []}]}',
      'subtasks: Invalid input: expected array, received undefined',
    ],
    ['sub-tasks without a plan', JSON.stringify(right.subtasks), 'subtasks: Invalid input: expected array, received undefined'],
    ['a plan with a weight that is not a number', json.replace('"weight":2', '"weight":NaN'), noObject],
    [
      'a plan with a pattern that was not escaped',
      '{"task_criteria": [{"criterion": "a", "check": {"kind": "output_matches", "pattern": "\\d+"}}], "subtasks": []}',
      noObject,
    ],
  ])('and not by %s', (_, text, error) => {
    expect(readAnswer(text, Plan)).toEqual({ ok: false, error });
  });

  test.each([
    ['as it should be', '{"partial_result": "Half of it.", "next_moves": ["Look.", "Ask Bob\'s team."]}'],
    ['as a Python dictionary', "{'partial_result': 'Half of it.', 'next_moves': ['Look.', \"Ask Bob's team.\"]}"],
    ['in single quotes with an apostrophe', "{'partial_result': 'Half of it.', 'next_moves': ['Look.', 'Ask Bob's team.']}"],
    ['with a list that has a comma too many', '{"partial_result": "Half of it.", "next_moves": ["Look.", "Ask Bob\'s team.",],}'],
  ])('or a handoff, %s', (_, text) => {
    expect(readAnswer(text, WrittenHandoff)).toEqual({
      ok: true,
      value: { partial_result: 'Half of it.', next_moves: ['Look.', "Ask Bob's team."] },
    });
  });

  test.each([
    ['with an apostrophe at the end of a word', "{'partial_result': 'The users' half.', 'next_moves': ['Look.', 'Ask.']}", noObject],
    [
      'with a single move',
      '{"partial_result": "Half of it.", "next_moves": ["Look."]}',
      'next_moves: Too small: expected array to have >=2 items',
    ],
  ])('but not a handoff %s', (_, text, error) => {
    expect(readAnswer(text, WrittenHandoff)).toEqual({ ok: false, error });
  });
});

describe('R4a is told verdicts', () => {
  const right = {
    verdicts: [
      { criterion: 0, verdict: 'pass', failure_class: null, evidence: '1.1.1/R3/1.1' },
      { criterion: 1, verdict: 'fail', failure_class: 'logical', evidence: 'it says "41 {of 42}"' },
    ],
    what_was_wrong: "One file isn't there.",
    what_to_do: 'Write it.',
  };
  const json = JSON.stringify(right);
  const lines = JSON.stringify(right, null, 2);
  const wrong = json.replace('"fail"', '"pass"');

  test.each([
    ['as it should be', json],
    ['behind a verdict in prose', `Criterion 0: {pass}. Criterion 1: {fail}.\n\n${json}`],
    ['behind reasoning about the opposite', `<think>If all passed: ${wrong}. But it did not.</think>${lines}`],
    ['with a trailing comma in each verdict', lines.replaceAll(/"\n( +)\}/g, '",\n$1}')],
    ['with a comment behind each verdict', lines.replaceAll(/\}(,?)\n/g, '}$1 // judged\n')],
    [
      'in typographic quotes with straight ones inside',
      `{“verdicts”: [{“criterion”: 0, “verdict”: “pass”, “failure_class”: null, “evidence”: “1.1.1/R3/1.1”}, {“criterion”: 1, “verdict”: “fail”, “failure_class”: “logical”, “evidence”: “it says "41 {of 42}"”}], “what_was_wrong”: “One file isn't there.”, “what_to_do”: “Write it.”}`,
    ],
    [
      'as a Python dictionary',
      `{'verdicts': [{'criterion': 0, 'verdict': 'pass', 'failure_class': None, 'evidence': '1.1.1/R3/1.1'}, {'criterion': 1, 'verdict': 'fail', 'failure_class': 'logical', 'evidence': 'it says "41 {of 42}"'}], 'what_was_wrong': "One file isn't there.", 'what_to_do': 'Write it.'}`,
    ],
  ])('%s', (_, text) => {
    expect(readAnswer(text, Judgement)).toEqual({ ok: true, value: { ...right, verdicts: right.verdicts.map(read) } });
  });

  test.each([
    ['a verdict that is not in a list', JSON.stringify(right.verdicts[0]), 'verdicts: Invalid input: expected array, received undefined'],
    [
      'verdicts one to a line',
      right.verdicts.map((verdict) => JSON.stringify(verdict)).join('\n'),
      'verdicts: Invalid input: expected array, received undefined',
    ],
    ['verdicts cut off behind the first', json.slice(0, json.indexOf('"criterion":1')), cutOff],
    ['verdicts cut off, then said again in prose', `${json.slice(0, 60)}\n\nIn short: criterion 0 passes.`, cutOff],
    ['verdicts whose evidence has quotes that are not escaped', json.replaceAll('\\"', '"'), noObject],
    ['verdicts inside of one whose quotes never close', '{“verdicts": [{"verdicts": []}], "what_to_do": ""}', cutOff],
    ['verdicts inside of broken ones', '{"verdicts": [oops, {"verdicts": []}], "what_to_do": ""}', noObject],
  ])('and not by %s', (_, text, error) => {
    expect(readAnswer(text, Judgement)).toEqual({ ok: false, error });
  });
});

describe('R4b is told the merged output', () => {
  const right = {
    merged_output: '# Report\n\n```json\n{"merged_output": "no"}\n```\n\nUse <think> and </think>, “quotes” and \\n.\n',
    summary: 'It is 50 % done.',
    verdicts: [{ criterion: 0, verdict: 'pass', failure_class: null, evidence: 'Report' }],
  };
  const json = JSON.stringify(right);

  test.each([
    ['as it should be', json],
    ['in a fence', `\`\`\`json\n${json}\n\`\`\``],
    ['behind reasoning', `<think>{"merged_output": "no"}</think>${json}`],
    ['with raw line breaks', json.replaceAll(/(?<!\\)\\n/g, '\n')],
    ['with a comma too many', json.replace(/\}$/, ',}')],
    ['with keys without quotes', json.replaceAll(/"(\w+)":/g, '$1:')],
  ])('%s', (_, text) => {
    expect(readAnswer(text, Merge)).toEqual({ ok: true, value: { ...right, verdicts: right.verdicts.map(read) } });
  });

  test.each([
    ['one that is cut off in its text', json.slice(0, 60), cutOff],
    ['one that is cut off behind its text', '{"merged_output": "Hello", "summ', cutOff],
    ['one whose text was not escaped', `{"merged_output": "${right.merged_output}", "summary": ""}`, noObject],
    ['one that ends in quotes of another kind', '{"merged_output": “Hello", "summary": "x”, "verdicts": []}', noObject],
    ['one whose text ends, or does not', "{'merged_output': 'Use {'} here', 'summary': ''}", noObject],
    ['one in three quotes', '{"merged_output": """Hello\nworld""", "summary": ""}', noObject],
    [
      'an output that is not text',
      '{"merged_output": {"text": "Hello"}, "summary": ""}',
      'merged_output: Invalid input: expected string, received object',
    ],
  ])('and not by %s', (_, text, error) => {
    expect(readAnswer(text, Merge)).toEqual({ ok: false, error });
  });
});
