import { describe, expect, test } from 'vitest';
import { htmlToPlainText } from './plain-text.texts.ts';

describe('the plain text of HTML', () => {
  test.each([
    ['<p>One</p><p>Two<br>Three</p>', 'One\nTwo\nThree'],
    ['<tr><td>A</td>\r\n  <td>1</td></tr><TR><TD>B</TD><TD>2</TD></TR>', 'A: 1\nB: 2'],
    ['a  \n\t b', 'a b'],
    [
      '<head><title>no</title></head>yes<style>p { }</style><!-- <p>no</p> --><script>no()</SCRIPT >!',
      'yes!',
    ],
    ['İİİ<STYLE>no</STYLE>yes', 'İİİyes'],
    ['1 < 2 & 3 > 2', '1 < 2 & 3 > 2'],
    ['<head>never closed', 'never closed'],
    ['<!-- never closed', '<!-- never closed'],
    ['a <b', 'a <b'],
    ['<header>kept</header>', 'kept'],
    ['&lt;b&gt; &amp;lt; &#65;&#x42;&nosuch;', '<b> &lt; AB&nosuch;'],
  ])('of %j is %j', (html, text) => expect(htmlToPlainText(html)).toBe(text));

  // An algorithm with quadratic cost would take minutes for this text, far beyond the time limit of a test.
  test.each([
    ' ',
    '\n ',
    ' \t',
    '<',
    '<td',
    '</td> ',
    '<!--',
    '<!-- --',
    '<head ',
    '<head></hea',
    '<p>',
    '&',
    '&#1',
    '\n\nx',
    '<br>',
    'a&nbsp;',
  ])('of %j a million times over is made in time that grows with the length', (html) => {
    expect(htmlToPlainText(`${html.repeat(1_000_000)}x`)).toMatch(/x$/);
    expect(htmlToPlainText(`${html.repeat(300_000)}</head`)).toBeTypeOf('string');
  });
});
