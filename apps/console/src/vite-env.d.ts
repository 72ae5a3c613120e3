interface ImportMeta {
  readonly env: { readonly BASE_URL: string };
}

declare module "*.module.css" {
  const styles: Readonly<Record<string, string>>;
  export default styles;
}

declare module "*.css";
