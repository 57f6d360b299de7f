import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../test/support/any-character.ts';
import { html, nothing } from './html.ts';

test.each([
  ['a text', html`<p>${'a < b & "c" \'d\' `e`'}</p>`, '<p>a &#60; b &#38; &#34;c&#34; &#39;d&#39; &#96;e&#96;</p>'],
  ['a number', html`<p>${0}</p>`, '<p>0</p>'],
  ['markup', html`<p>${html`<b>${'<'}</b>`}</p>`, '<p><b>&#60;</b></p>'],
  ['a list', html`<p>${[html`<i>1</i>`, nothing, html`<i>2</i>`]}</p>`, '<p><i>1</i><i>2</i></p>'],
  ['lines', html`<pre>${'a\r\n\tb'}</pre>`, '<pre>a\n    b</pre>'],
  ['what cannot be seen', html`<p>${'a\u202eb\u0000'}</p>`, '<p>a\ufffdb\ufffd</p>'],
])('%s', (_, { html: markup }, expected) => {
  expect(markup).toBe(expected);
});

test('no text can end the place it stands in', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(html`${text}`.html).not.toMatch(/[<>"'`]|&(?!#\d+;)/);
    }),
  );
});
