// A module of an Android app, whose settings and plugin versions are the app's own.
plugins {
    id("com.android.library")
    id("org.jetbrains.kotlin.android")
}

android {
    namespace = "com.countersign.gate"
    compileSdk = 35
    defaultConfig { minSdk = 21 }
    sourceSets["main"].kotlin.srcDir(projectDir)
    sourceSets["main"].kotlin.include("CheckVersion.kt")
}
