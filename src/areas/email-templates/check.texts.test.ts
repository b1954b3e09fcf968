import { describe, expect, test } from 'vitest';
import { templateProblems } from './check.texts.ts';
import { BUILT_IN_TEMPLATES } from './defaults.texts.ts';
import { TEMPLATE_KINDS } from './email-templates.contract.ts';

const problems = (body: string, subject = 'A letter') =>
  templateProblems('receipt', `Subject: ${subject}\n${body}`);

test.each(TEMPLATE_KINDS)('the built-in %s has no problem', (kind) => {
  expect(templateProblems(kind, BUILT_IN_TEMPLATES[kind])).toEqual([]);
});

describe('what may be written', () => {
  test.each([
    ['a variable', '{{ course.name }} {{ course["name"] }}'],
    ['a filter', '{{ customer.name | upcase | append: "!" | truncate: 20 }}'],
    [
      'a condition',
      '{% if players > 3 and notes contains "cart" %}x{% elsif has_total %}y{% else %}z{% endif %}',
    ],
    ['a denial', '{% unless has_refund %}x{% endunless %}{% if not has_refund %}y{% endif %}'],
    ['a choice', '{% case players %}{% when 1, 2 %}x{% else %}{{ total }}{% endcase %}'],
    ['a loop', '{% for club in clubs %}{{ forloop.index }} {{ club.name }}{% else %}none{% endfor %}'],
    [
      'a sorted loop',
      '{% assign sorted = clubs | sort: "name" %}{% for club in sorted %}{{ club.name }}{% endfor %}',
    ],
    ['a counted loop', '{% for player in (1..players) %}{{ player }}{% endfor %}'],
    [
      'lines of the notes',
      '{% assign lines = notes | split: "," %}{% for line in lines %}{{ line }}{% endfor %}',
    ],
    [
      'the first of a list',
      '{% if clubs.size > 0 %}{{ clubs[0].name }} {{ clubs.first.quantity }}{% endif %}',
    ],
    [
      'a name of one’s own',
      '{% assign who = customer.name %}{{ who }}{% capture x %}{{ total }}{% endcapture %}{{ x }}',
    ],
    [
      'remarks',
      '{% comment %}{{ nothing }}{% endcomment %}{% # nothing %}{% raw %}{{ nothing }}{% endraw %}',
    ],
  ])('%s', (_, body) => expect(problems(body)).toEqual([]));
});

describe('what is refused, by its line', () => {
  const unknown = (name: string, line = 2) => `Line ${line}: the receipt has no variable ${name}.`;
  test.each([
    ['an unknown name', '<p>\n{{ secret }}', [unknown('secret', 3)]],
    ['an unknown part', '{{ course.shoe }}', [unknown('course.shoe')]],
    ['a part of a single value', '{{ total.cents }}', [unknown('total.cents')]],
    [
      'in a branch that no sample runs',
      '{% if false %}{% if 1 == 2 %}\n{{ secret }}{% endif %}{% endif %}',
      [unknown('secret', 3)],
    ],
    ['in a condition', '{% if has_total %}x{% elsif secret %}y{% endif %}', [unknown('secret')]],
    ['in a choice', '{% case players %}{% when secret %}x{% endcase %}', [unknown('secret')]],
    ['behind a filter', '{{ notes | append: secret }}', [unknown('secret')]],
    [
      'of what a loop goes through',
      '{% for club in clubs %}{{ club.shoe }}{% endfor %}',
      [unknown('club.shoe')],
    ],
    [
      'of a sorted loop',
      '{% assign s = clubs | reverse %}{% for c in s %}{{ c.shoe }}{% endfor %}',
      [unknown('c.shoe')],
    ],
    ['outside of its loop', '{% for club in clubs %}{% endfor %}{{ club.name }}', [unknown('club.name')]],
    [
      'made in a branch only',
      '{% if has_total %}{% assign x = 1 %}{% else %}{{ x }}{% endif %}{{ x }}',
      [unknown('x')],
    ],
    ['of another letter', '{{ greeting }}', [unknown('greeting')]],
    ['two of them', '{{ one }}\n{{ two }}', [unknown('one'), unknown('two', 3)]],
    [
      'a prototype',
      '{{ customer.constructor.name }} {{ course["__proto__"] }}',
      [unknown('customer.constructor.name'), unknown('course.__proto__')],
    ],
    [
      'a name that is looked up',
      '{{ course[notes] }}',
      ['Line 2: a name is written out, not looked up: course.[...].'],
    ],
    ['a whole group', '{{ course }}', ['Line 2: only a single value can be printed: name one of its parts.']],
    [
      'a loop through a text',
      '{% for x in notes %}{{ x }}{% endfor %}',
      ['Line 2: a loop goes through a list or a range such as (1..players).'],
    ],
    ['an unknown filter', 'x\n\n{{ notes | shout }}', ['Line 4: there is no filter shout.']],
    ['HTML out of what was typed', '{{ notes | raw }}', ['Line 2: there is no filter raw.']],
    ['an unknown tag', '{% shout %}', ['Line 2: there is no tag shout here.']],
    ['another file', '{% include "package.json" %}', ['Line 2: there is no tag include here.']],
    ['another template', '{% render "./voucher" %}', ['Line 2: there is no tag render here.']],
    ['an unclosed tag', 'x\n{% if has_total %}', ['Line 3: tag {% if has_total %} not closed.']],
    ['an unclosed value', '{{ total', ['Line 2: output "{{ total" not closed.']],
    [
      'half a condition',
      '{% if players == %}x{% endif %}',
      ['Line 2: a condition or value is not complete.'],
    ],
    [
      'two values beside each other',
      '{{ total players }}',
      ['Line 2: a condition or value is not complete.'],
    ],
    [
      'a huge range',
      '{% for i in (1..99999999) %}x{% endfor %}',
      ['Line 2: this does too much work for one e-mail.'],
    ],
    [
      'loops in loops',
      'x\n{% for i in (1..9999) %}{% for j in (1..9999) %}x{% endfor %}{% endfor %}',
      ['Line 3: this does too much work for one e-mail.'],
    ],
    [
      'a text that doubles itself',
      '{% assign s = "0123456789" %}{% for i in (1..30) %}{% assign s = s | append: s %}{% endfor %}',
      ['Line 2: this does too much work for one e-mail.'],
    ],
  ])('%s', (_, body, said) => expect(problems(body)).toEqual(said));

  test('a megabyte', () => {
    expect(problems(`{% for i in (1..1000) %}${'x'.repeat(1000)}{% endfor %}`)).toEqual([
      'The e-mail would have more than 200000 characters.',
    ]);
  });

  test('the subject’s own, on the first line', () => {
    expect(problems('', '{{ secret }}')).toEqual([unknown('secret', 1)]);
    expect(problems('', '{% for i in (1..99999999) %}{% endfor %}')).toEqual([
      'Line 1: this does too much work for one e-mail.',
    ]);
    expect(templateProblems('receipt', '<p>Hello</p>')).toEqual([
      'Line 1: The first line must be the subject: Subject: ...',
    ]);
    expect(problems('x', '{% if has_total %}{{ sender }}{% endif %}')).toEqual([
      'Line 1: the subject would be empty.',
    ]);
  });
});
