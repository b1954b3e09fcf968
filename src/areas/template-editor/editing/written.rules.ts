import {
  isVariableList,
  isSingleVariable,
  type TemplateVariable,
  type TemplateVariables,
} from '../../email-templates/variables.rules.ts';

/** A variable of a template, its name as written there, and the text to insert for it. */
export type InsertableVariable = TemplateVariable & {
  /** The variable's name as written in a template: `course.name`; within a list `club.name`. */
  name: string;
  inserts: string;
  /** The name of the list that contains the variable, if any. */
  list?: string;
};

/** Returns every variable with its written name. The item of a list has the list's name in the singular: `club` in `clubs`. */
export function insertableVariables(variables: TemplateVariables, under = ''): InsertableVariable[] {
  return Object.entries(variables).flatMap(([last, one]) => {
    const name = under + last;
    if (isSingleVariable(one)) return [{ ...one, name, inserts: insertedFor(name, one) }];
    if (!isVariableList(one)) return insertableVariables(one, `${name}.`);
    const each = last.replace(/s$/, '');
    return insertableVariables(one[0], `${each}.`).map((inner) => ({
      ...inner,
      list: name,
      inserts: `{% for ${each} in ${name} %}${inner.inserts}{% endfor %}`,
    }));
  });
}

const insertedFor = (name: string, { sample }: TemplateVariable): string =>
  typeof sample === 'boolean' ? `{% if ${name} %}{% endif %}` : `{{ ${name} }}`;
