import { expect, test } from 'vitest';
import { templateProblems } from '../../email-templates/check.texts.ts';
import { TEMPLATE_KINDS } from '../../email-templates/email-templates.contract.ts';
import { templateVariables } from '../../email-templates/variables.rules.ts';
import { insertableVariables } from './written.rules.ts';

test('a variable is written by its name, a question by its condition, a list’s by its loop', () => {
  const written = new Map(insertableVariables(templateVariables('receipt')).map((one) => [one.name, one]));
  expect(written.get('course.name')).toMatchObject({ inserts: '{{ course.name }}' });
  expect(written.get('has_discount')).toMatchObject({ inserts: '{% if has_discount %}{% endif %}' });
  expect(written.get('club.name')).toMatchObject({
    list: 'clubs',
    inserts: '{% for club in clubs %}{{ club.name }}{% endfor %}',
  });
});

test.each(TEMPLATE_KINDS)('whatever is inserted into the %s can be saved', (kind) => {
  for (const { inserts } of insertableVariables(templateVariables(kind)))
    expect(templateProblems(kind, `Subject: A letter\n${inserts}`)).toEqual([]);
});
