import { useEffect } from 'react';
import { data, href } from 'react-router';
import { isOwnDocument } from '#app/prose/own-document.ts';
import { ChatButton } from './chat-button.tsx';
import { NotFound } from './problem.tsx';
import { EMBEDS_HEADER } from '#app/http/content-security-policy.ts';
import { outsideServices } from '#app/analytics/outside-services.server.ts';
import { unlistedMeta } from '#app/http/private-page.ts';
import type { Route } from './+types/chat.page.ts';

/** The one page whose policy lets the chat's scripts and styles in (decision 0037). */
export function loader() {
  const chat = outsideServices()?.chat ?? null;
  if (!chat) return data({ chat }, { status: 404 });
  return data({ chat }, { headers: { [EMBEDS_HEADER]: 'chat' } });
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export const meta = () => unlistedMeta('Chat');

export default function ChatPage({ loaderData: { chat } }: Route.ComponentProps) {
  useEffect(() => {
    // A browser keeps the policy of the document it loaded: this page needs its own, and so does
    // whichever is gone to from here.
    if (!isOwnDocument()) window.location.reload();
    return () => {
      if (window.location.pathname !== href('/chat')) window.location.reload();
    };
  }, []);
  if (!chat) return <NotFound />;
  return (
    <section className="squared flex-1 border-b border-line">
      <div className="page-column flex flex-col items-start gap-6 pt-10 pb-20">
        <div>
          <p className="label mb-3 text-accent-ink">Questions, corrections, ideas</p>
          <h1 className="text-3xl sm:text-4xl">Chat with us</h1>
          <p className="mt-3 max-w-prose text-ink-soft">
            The chat is run by Intercom and opens in the corner of this page. It ends when you close
            the page.
          </p>
        </div>
        <ChatButton {...chat} />
      </div>
    </section>
  );
}
