import {
  isListOf,
  isVariable,
  type Variable,
  type Variables,
} from '../../email-templates/variables.rules.ts';

/** A variable by its name in a template, and the text to insert for it. */
export type InsertableVariable = Variable & {
  /** `course.name`; within a list `club.name`. */
  name: string;
  inserts: string;
  /** The list that contains it, if any. */
  list?: string;
};

/** Lists every variable by its written name; the items of a list are named by the singular: `clubs` by `club`. */
export function variablesToInsert(variables: Variables, under = ''): InsertableVariable[] {
  return Object.entries(variables).flatMap(([last, one]) => {
    const name = under + last;
    if (isVariable(one)) return [{ ...one, name, inserts: insertedFor(name, one) }];
    if (!isListOf(one)) return variablesToInsert(one, `${name}.`);
    const each = last.replace(/s$/, '');
    return variablesToInsert(one[0], `${each}.`).map((inner) => ({
      ...inner,
      list: name,
      inserts: `{% for ${each} in ${name} %}${inner.inserts}{% endfor %}`,
    }));
  });
}

const insertedFor = (name: string, { sample }: Variable): string =>
  typeof sample === 'boolean' ? `{% if ${name} %}{% endif %}` : `{{ ${name} }}`;
