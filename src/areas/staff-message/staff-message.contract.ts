import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { Done } from '../../contract/wire.ts';

const Message = z.object({ message: z.string().max(20_000) });

// prettier-ignore
export const staffMessage = {
  get:    call({ method: 'GET', path: '/api/ric_messages/get',    access: 'staff', answer: Message }),
  update: call({ method: 'PUT', path: '/api/ric_messages/update', access: 'admin', body: Message, answer: Done }),
};
