import { useLocation } from '@tanstack/react-router';
import { Alert } from '../../components/Alert.tsx';

/** Tells an agent on Home that the screen they asked for is only for admins. */
export function AdminsOnlyNotice() {
  const title = useLocation({ select: ({ state }) => state.adminsOnly });
  if (!title) return null;
  return (
    <Alert tone="waiting" role="alert">
      <strong>Only admins may see this screen: {title}.</strong> Ask an admin for what you need there.
    </Alert>
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The title of the admins-only screen that an agent asked for. */
    adminsOnly?: string;
  }
}
