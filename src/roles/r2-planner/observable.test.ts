import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import { wordsOf } from '../../control/overlap.ts';
import { isObservable } from './observable.ts';

describe('a criterion says nothing that could be seen:', () => {
  test.each([
    ['works correctly'],
    ['completed successfully'],
    ['The script works as expected'],
    ['everything is done'],
    ['It works.'],
    ['It works well'],
    ['The script works'],
    ['All buttons work'],
    ['Everything works!'],
    ['Everything is working'],
    ['It should work'],
    ['All good'],
    ['All is well'],
    ['Everything went fine'],
    ['Done'],
    ['OK'],
    ['Success'],
    ['No errors'],
    ['The task is done'],
    ['Task completed'],
    ['The task is completed successfully.'],
    ['The sub-task was executed without errors'],
    ['Directory listing completed successfully'],
    ['Script executed successfully'],
    ['Successful completion of the task'],
    ['The operation succeeded'],
    ['The operation was a success'],
    ['The build was successful'],
    ['Installation successful'],
    ['The process finished'],
    ['The output is correct'],
    ['Correct output'],
    ['The result is correct and complete'],
    ['Returns correct results'],
    ['The implementation is correct'],
    ['The answer is correct'],
    ['The list is complete'],
    ['The output is valid'],
    ['The output is as requested'],
    ['The file is as expected'],
    ['The goal is met'],
    ['All requirements are met'],
    ['All acceptance criteria are satisfied'],
    ["The user's request is fulfilled"],
    ['The work has been done properly'],
    ['The task is completed according to the requirements of the user'],
    ['The code functions correctly'],
    ['The program runs properly and without any problems'],
    ['The feature behaves correctly in all cases'],
    ['The page looks good'],
    ['The newly written conversion script works as intended'],
    ['`build.sh` works correctly'],
    ['The script "build.sh" works as expected'],
    ['ＷＯＲＫＳ ＣＯＲＲＥＣＴＬＹ'],
    ['!!!'],
    ['🎉'],
    [''],
  ])('%j', (criterion) => {
    expect(isObservable(criterion)).toBe(false);
  });
});

describe('a criterion says something that could be seen:', () => {
  test.each([
    ['index.md exists'],
    ['index.md was created successfully'],
    ['The file was created successfully'],
    ['File created successfully'],
    ['The email is sent successfully'],
    ['The output is valid JSON'],
    ['Valid JSON'],
    ['The XML is well-formed'],
    ['package.json is valid JSON'],
    ['The total is correct: 42'],
    ['The expected output is 42'],
    ['The answer is 4'],
    ['The exit code is 0'],
    ['HTTP 200 OK'],
    ['All tests pass'],
    ['The tests pass as expected'],
    ['The code compiles successfully'],
    ['npm run build finishes successfully'],
    ['The script finishes in under 5 seconds'],
    ['The script runs without errors'],
    ['The output contains no errors'],
    ['The output is empty'],
    ['There are no errors in the log'],
    ['All required fields are present'],
    ['Contains all required columns'],
    ['main.py defines all required functions'],
    ['Expected columns exist'],
    ['README.md has the required sections'],
    ['The report lists all completed tasks'],
    ['Shows which tasks are done'],
    ['All TODO items are marked complete'],
    ['A success message is printed'],
    ['Prints a success message'],
    ['The status is "done"'],
    ['The output is “OK”'],
    ["The last line is 'success'"],
    ['The output is `done`'],
    ['done.txt exists'],
    ['The title is on the right'],
    ['The text is right-aligned'],
    ['The report is complete and has a table of contents'],
    ['A complete list of files'],
    ['The working directory is clean'],
    ['The search works for words with umlauts'],
    ['Completed orders are listed by date'],
    ['The summary accurately reflects notes.txt'],
    ['The tone is friendly'],
    ['Every function has a test'],
    ['requirements.txt pins every version'],
    ['The capital is correctly identified as Paris'],
    ['文件已成功创建'],
    ['ملف الفهرس موجود'],
    ['ไฟล์ดัชนีมีอยู่'],
    ['Die Datei index.md ist vorhanden'],
  ])('%j', (criterion) => {
    expect(isObservable(criterion)).toBe(true);
  });
});

test('the words of a criterion may be known already', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('works', '"done"', 'correctly', 'is', 'file', '`', "'", 'lists', 'ok', '写'), { maxLength: 6 }),
      (parts) => {
        const criterion = parts.join(' ');
        expect(isObservable(criterion, wordsOf(criterion))).toBe(isObservable(criterion));
      },
    ),
    { numRuns: 1000 / oneIn(10) },
  );
});

test.each([
  ['words', 'file '],
  ['praise', 'correctly '],
  ['quotation marks', '"'],
  ['quotations', "'a' "],
  ['openings that are never closed', '« '],
])('a megabyte of %s is judged quickly', (_, text) => {
  expect(isObservable(text.repeat((1 << 20) / text.length))).toBeTypeOf('boolean');
});
