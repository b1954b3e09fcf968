import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { defineForm, type CheckedForm } from '../../contract/forms/form.ts';
import { MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT } from '../../contract/forms/password.ts';
import { EMAIL_PATTERN } from '../../contract/emails.ts';
import { ExpectedUpdatedAt, RequiredText, TypedEmail } from '../../contract/forms/fields.ts';
import {
  RecordIdParams,
  RowCount,
  CountQuery,
  DoneMessage,
  SentRecordId,
  UtcInstant,
  ListQuery,
  SavedRecordId,
  StaffLevel,
} from '../../contract/wire.ts';

const StaffUser = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string(),
  admin_user_groups: z.array(z.object({ level: StaffLevel })),
  has_second_factor: z.boolean(),
  updated_at: UtcInstant,
});
export type StaffUser = z.infer<typeof StaffUser>;

/** The id of an existing user, or a placeholder for a new one: 0, -1 or null (part 2 §4). */
const IdInside = z
  .union([z.literal([0, -1, '0', '-1']), z.null(), SentRecordId])
  .optional()
  .transform((sent) => (Number(sent) > 0 ? Number(sent) : undefined));

const Password = z
  .string()
  .max(200)
  .nullish()
  .transform((typed) => typed || null);
/** The form of a staff user; without a password, an existing user keeps the present one. */
const StaffUserForm = defineForm(
  {
    id: IdInside,
    // The e-mail is sent as header `uid` with every call, and headers allow no other characters.
    email: TypedEmail()
      .regex(EMAIL_PATTERN, 'must be an e-mail address')
      .regex(/^\p{ASCII}*$/u, 'must have no letters but A to Z, as it is signed in with'),
    name: RequiredText(100),
    password: Password,
    password_confirmation: z
      .string()
      .max(200)
      .nullish()
      .transform((typed) => typed || null),
    updated_at: ExpectedUpdatedAt,
  },
  [
    {
      of: ['password'],
      holds: ({ password }) => password === null || password.length >= MIN_PASSWORD_LENGTH,
      at: 'password',
      says: PASSWORD_TOO_SHORT,
    },
    {
      of: ['password', 'password_confirmation'],
      holds: ({ password, password_confirmation }) => password === password_confirmation,
      at: 'password_confirmation',
      says: 'does not match the password',
    },
  ],
);
export type StaffUserForm = CheckedForm<typeof StaffUserForm>;

/** The access level. Any text is accepted here, because the server reports an unknown level under the specification's name. */
const Groups = z.string().max(100).nullish();

const StaffUserRow = z.object({
  id: z.number(),
  email: z.string(),
  groups: z.string(),
  updated_at: UtcInstant,
});
export type StaffUserRow = z.infer<typeof StaffUserRow>;

const COLUMNS = ['email', 'groups'] as const;
const list = { filters: COLUMNS, sorts: COLUMNS, opens: { sort: [{ name: 'email', desc: false }] } } as const;
const envelope = ['ric_user', 'groups'];
// prettier-ignore
export const staffUsers = {
  groups: defineCall({ method: 'GET',    path: '/api/ric_users/all_groups', access: 'admin', answer: z.array(StaffLevel) }),
  index:  defineCall({ method: 'GET',    path: '/api/ric_users/index',      access: 'admin', query: ListQuery, list, answer: z.array(StaffUserRow) }),
  count:  defineCall({ method: 'GET',    path: '/api/ric_users/count',      access: 'admin', query: CountQuery, answer: RowCount }),
  show:   defineCall({ method: 'GET',    path: '/api/ric_users/show/:id',   access: 'admin', params: RecordIdParams, answer: StaffUser }),
  create: defineCall({ method: 'POST',   path: '/api/ric_users',            access: 'admin', envelope, body: z.object({ ric_user: StaffUserForm.Form, groups: Groups }), answer: SavedRecordId }),
  update: defineCall({ method: 'PUT',    path: '/api/ric_users/update',     access: 'admin', changes: ['sessions'], envelope, body: z.object({ ric_user: StaffUserForm.Change, groups: Groups }), answer: SavedRecordId }),
  remove: defineCall({ method: 'DELETE', path: '/api/ric_users/:id',        access: 'admin', changes: ['sessions'], params: RecordIdParams, answer: DoneMessage }),
  // Removes the second factor of a colleague whose phone is lost; users remove their own by a code.
  takeOffSecondFactor: defineCall({ method: 'DELETE', path: '/api/ric_users/second_factor/:id', access: 'admin', ours: true, changes: ['sessions'], params: RecordIdParams, answer: DoneMessage }),
};
