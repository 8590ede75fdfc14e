/** Loads a script of somebody else's into the page; throws, and leaves no trace, where it does not come. */
export function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${address} did not load.`));
    });
    document.head.append(script);
  });
}
