import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { AN_EMAIL, SeenAt, Text } from '../../contract/fields.ts';
import {
  ById,
  Count,
  CountQuery,
  Done,
  Id,
  Instant,
  ListQuery,
  Saved,
  STAFF_LEVELS,
  StaffLevel,
} from '../../contract/wire.ts';

const StaffUser = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string(),
  admin_user_groups: z.array(z.object({ level: StaffLevel })),
  updated_at: Instant,
});
export type StaffUser = z.infer<typeof StaffUser>;

const Password = z
  .string()
  .max(200)
  .nullish()
  .transform((typed) => typed || null)
  .refine((typed) => typed === null || typed.length >= 10, 'must have at least 10 characters');
/** Without a password an existing user keeps theirs. */
const StaffUserForm = z
  .object({
    email: z
      .string()
      .trim()
      .max(200)
      .refine(...AN_EMAIL),
    name: Text(100),
    password: Password,
    password_confirmation: z.string().max(200).nullish(),
    updated_at: SeenAt,
  })
  .refine(({ password, password_confirmation }) => password === (password_confirmation || null), {
    path: ['password_confirmation'],
    message: 'does not match the password',
  });
export type StaffUserForm = z.output<typeof StaffUserForm>;

/** The level chosen, as `groups` has it; refused under the name of the specification. */
const Groups = z
  .string()
  .nullish()
  .transform((chosen, context) => {
    const level = STAFF_LEVELS.find((each) => each === chosen);
    if (level) return level;
    const message = chosen ? `must be one of ${STAFF_LEVELS.join(', ')}` : 'is required';
    context.addIssue({ code: 'custom', path: ['admin_user_groups', 'level'], message });
    return z.NEVER;
  });

const StaffUserRow = z.object({ id: z.number(), email: z.string(), groups: z.string(), updated_at: Instant });
export type StaffUserRow = z.infer<typeof StaffUserRow>;

const envelope = ['ric_user', 'groups'];
const ExistingForm = z.object({ id: Id }).and(StaffUserForm);
// prettier-ignore
export const staffUsers = {
  groups: call({ method: 'GET',    path: '/api/ric_users/all_groups', access: 'admin', answer: z.array(StaffLevel) }),
  index:  call({ method: 'GET',    path: '/api/ric_users/index',      access: 'admin', query: ListQuery, answer: z.array(StaffUserRow) }),
  count:  call({ method: 'GET',    path: '/api/ric_users/count',      access: 'admin', query: CountQuery, answer: Count }),
  show:   call({ method: 'GET',    path: '/api/ric_users/show/:id',   access: 'admin', params: ById, answer: StaffUser }),
  create: call({ method: 'POST',   path: '/api/ric_users',            access: 'admin', envelope, body: z.object({ ric_user: StaffUserForm, groups: Groups }), answer: Saved }),
  update: call({ method: 'PUT',    path: '/api/ric_users/update',     access: 'admin', envelope, body: z.object({ ric_user: ExistingForm, groups: Groups }), answer: Saved }),
  remove: call({ method: 'DELETE', path: '/api/ric_users/:id',        access: 'admin', params: ById, answer: Done }),
};
