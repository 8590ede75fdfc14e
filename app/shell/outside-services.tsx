import { use, useEffect, useState, type ComponentType } from 'react';
import { outside, OutsideContext, OUTSIDE_META } from '#app/analytics/outside-services.ts';

/** Tells the browser of the services around the site; nothing where there are none. */
export function OutsideMeta() {
  const services = use(OutsideContext);
  return services && <meta name={OUTSIDE_META} content={JSON.stringify(services)} />;
}

/** The consent banner and the chat button, where a service that needs them is configured. */
export function OutsideServices() {
  const [Panels, setPanels] = useState<ComponentType>();
  useEffect(() => {
    const { amplitude, chat } = outside();
    if (!amplitude && !chat) return;
    void import('./outside-panels.tsx').then(
      (loaded) => setPanels(() => loaded.OutsidePanels),
      (error: unknown) => console.debug('The panels of outside services did not load.', error),
    );
  }, []);
  return Panels && <Panels />;
}
