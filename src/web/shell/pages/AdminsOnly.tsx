import { useLocation } from '@tanstack/react-router';
import { Alert } from '../../components/Alert.tsx';

/** Shown on home after an agent was sent there from a screen that only admins may see. */
export function AdminsOnly() {
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
    /** The title of the admins' screen that an agent asked for. */
    adminsOnly?: string;
  }
}
