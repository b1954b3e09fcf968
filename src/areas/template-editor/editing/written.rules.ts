import {
  isListOf,
  isVariable,
  type Variable,
  type Variables,
} from '../../email-templates/variables.rules.ts';

/** A variable as it is written in a template, and the text that puts it there. */
export type Written = Variable & {
  /** `course.name`; within a list `club.name`. */
  name: string;
  inserts: string;
  /** The list that it is in, if it is in one. */
  list?: string;
};

/** Every variable by its written name; what a list holds is named by one of it: `clubs` by `club`. */
export function writtenOf(variables: Variables, under = ''): Written[] {
  return Object.entries(variables).flatMap(([last, one]) => {
    const name = under + last;
    if (isVariable(one)) return [{ ...one, name, inserts: insertedFor(name, one) }];
    if (!isListOf(one)) return writtenOf(one, `${name}.`);
    const each = last.replace(/s$/, '');
    return writtenOf(one[0], `${each}.`).map((inner) => ({
      ...inner,
      list: name,
      inserts: `{% for ${each} in ${name} %}${inner.inserts}{% endfor %}`,
    }));
  });
}

const insertedFor = (name: string, { sample }: Variable): string =>
  typeof sample === 'boolean' ? `{% if ${name} %}{% endif %}` : `{{ ${name} }}`;
